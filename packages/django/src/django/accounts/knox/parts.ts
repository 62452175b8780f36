import type { AnyDatabase } from '@turnpike/sql'
import { storedMoment } from '../../moments.ts'
import type { UserTable } from '../users/table.ts'
import type { KnoxSettings } from './options.ts'

/** The parts that the functions over the tokens of knox share. */
export interface KnoxParts {
  readonly db: AnyDatabase
  readonly users: UserTable
  readonly settings: KnoxSettings
  readonly now: () => Date
}

/** How many tokens of the user have not expired. */
export async function countTokens(
  db: AnyDatabase,
  { settings: { table }, now }: KnoxParts,
  pk: number | string,
): Promise<number> {
  const tokens = await db
    .selectFrom(table)
    .where((eb) => eb.or([eb('expiry', 'is', null), eb('expiry', '>', storedMoment(db, now()))]))
    .where('user_id', '=', pk)
    .select('digest')
    .execute()
  return tokens.length
}
