import { describe } from 'vitest'
import type { DjangoDatabase } from '../../../src/django/django-database.ts'
import { type SharedDatabase, sharedDatabases } from './databases.ts'
import { djangoMissing } from './django.ts'

export const secretKey = 'a key of the tests, which is long enough'

/** A database as `djangoAccounts` gives it to its parts. */
export const djangoDatabase = (
  { db }: Pick<SharedDatabase, 'db'>,
  given: Partial<DjangoDatabase> = {},
): DjangoDatabase => ({
  db,
  users: {
    table: 'auth_user',
    pk: 'id',
    username: 'username',
    password: 'password',
    email: 'email',
    isActive: 'is_active',
    isStaff: 'is_staff',
    isSuperuser: 'is_superuser',
    created: 'date_joined',
    lastLogin: 'last_login',
  },
  keys: { secretKey, fallbacks: [] },
  now: () => new Date(),
  ...given,
})

/** Tests beside Django on each database. Where something is missing they are skipped and say so. */
export function besideDjango(
  title: string,
  tests: (kind: { name: string; open: () => Promise<SharedDatabase> }) => void,
): void {
  for (const { name, missing, open } of sharedDatabases) {
    const reason = djangoMissing ?? missing
    const suffix = reason === null ? '' : ` (skipped: ${reason})`
    describe.skipIf(reason !== null)(`${title} on ${name}${suffix}`, () => tests({ name, open }))
  }
}
