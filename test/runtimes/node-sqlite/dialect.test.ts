import { expect, it } from 'vitest'
import { sqliteLibrary } from '../../../src/service/database/sqlite-library.ts'
import './hidden.ts'
import '../../kysely/sqlite/reads.test.ts'
import '../../kysely/sqlite/rolled-back.test.ts'
import '../../kysely/sqlite/values.test.ts'
import '../../kysely/sqlite/waits.test.ts'
import '../../kysely/sqlite/direct-reads.test.ts'
import '../../contracts/stored/values.test.ts'
import '../../contracts/stored/violations.test.ts'
import '../../kysely/open-database.test.ts'
import '../../kysely/migrations/migrate.test.ts'
import '../../kysely/caching/model.test.ts'
import '../../kysely/windows/placed-by-texts.test.ts'
import '../../kysely/transactions/atomic-requests.test.ts'
import '../../kysely/transactions/outside.test.ts'

it('without better-sqlite3 the service uses the SQLite of Node', () => {
  expect(sqliteLibrary().name).toBe('node:sqlite')
})
