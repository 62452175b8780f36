import type { User } from 'turnpike'
import type { DjangoDatabase } from './django-database.ts'
import { storedMoment } from './moments.ts'

/** Sets `last_login` to now, if the table has such a column. */
export async function recordLogin(
  { db, users, now }: DjangoDatabase,
  { pk }: Pick<User, 'pk'>,
): Promise<void> {
  if (users.lastLogin === null) return
  await db
    .updateTable(users.table)
    .set({ [users.lastLogin]: storedMoment(db, now()) })
    .where(users.pk, '=', pk)
    .execute()
}
