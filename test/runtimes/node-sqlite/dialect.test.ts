import { sqliteLibrary } from '@turnpike/sql/node'
import { expect, it } from 'vitest'
import './hidden.ts'
import '../../../packages/sql/test/kysely/sqlite/reads.test.ts'
import '../../../packages/sql/test/kysely/sqlite/rolled-back.test.ts'
import '../../../packages/sql/test/kysely/sqlite/values.test.ts'
import '../../../packages/sql/test/kysely/sqlite/waits.test.ts'
import '../../../packages/sql/test/kysely/sqlite/direct-reads.test.ts'
import '../../contracts/stored/values.test.ts'
import '../../contracts/stored/violations.test.ts'
import '../../../packages/sql/test/kysely/open-database.test.ts'
import '../../../packages/sql/test/kysely/migrations/migrate.test.ts'
import '../../../packages/sql/test/kysely/caching/model.test.ts'
import '../../../packages/sql/test/kysely/windows/placed-by-texts.test.ts'
import '../../../packages/sql/test/kysely/transactions/atomic-requests.test.ts'
import '../../../packages/sql/test/kysely/transactions/outside.test.ts'

it('without better-sqlite3 the service uses the SQLite of Node', () => {
  expect(sqliteLibrary().name).toBe('node:sqlite')
})
