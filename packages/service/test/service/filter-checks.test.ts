import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kyselyItems, migrate } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import type { Migration } from 'kysely/migration'
import {
  containsFilter,
  createApi,
  exactFilter,
  integerField,
  isNullFilter,
  routes,
} from 'turnpike'
import { expect, it, onTestFinished } from 'vitest'
import { checkService } from '../../src/service/check-service.ts'
import { readConfig } from '../../src/service/config.ts'
import { defineService } from '../../src/service/define-service.ts'

interface Tables {
  book: { id: number; title: string }
}

const migrations: Record<string, Migration> = {
  '0001_book': {
    async up(db) {
      await db.schema
        .createTable('book')
        .addColumn('id', 'integer', (id) => id.primaryKey())
        .addColumn('title', 'text', (title) => title.notNull())
        .execute()
    },
  },
}

const databases = [
  {
    name: 'SQLite',
    isMissing: false,
    async open() {
      const folder = mkdtempSync(join(tmpdir(), 'turnpike-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      return `sqlite:${join(folder, 'books.db')}`
    },
  },
  {
    name: 'PostgreSQL',
    isMissing: postgresMissing !== null,
    async open() {
      const { url, close } = await openPostgres()
      onTestFinished(close)
      return url
    },
  },
]

for (const { name, isMissing, open } of databases) {
  it.skipIf(isMissing)(`turnpike check finds filters by no field on ${name}`, async () => {
    const url = await open()
    const { db, close } = openDatabase(url)
    await migrate(db, migrations)
    await close()
    const service = defineService<Tables>({
      name: 'books',
      migrations,
      app({ db, settings }) {
        const api = createApi(settings)
        const items = kyselyItems(db, db.selectFrom('book').selectAll())
        const wrong = { titel: [containsFilter(), isNullFilter()], id: exactFilter(integerField()) }
        return routes(api, {
          '/books/': api.listView({
            items,
            filters: { title: containsFilter(), id: isNullFilter() },
          }),
          '/wrong/': api.listView({ items, filters: wrong as never }),
        })
      },
    })
    const config = readConfig({ DATABASE_URL: url, SECRET_KEYS: secrets.join() })
    const findings = (await checkService(service, config)).filter(({ id }) => id === 'lists.filter')

    expect(findings).toEqual([
      {
        id: 'lists.filter',
        severity: 'error',
        message: expect.stringContaining('List at /wrong/: the filters of titel: '),
        remedy: 'Filter by a field of the items, or remove the filter.',
      },
    ])
  })
}
