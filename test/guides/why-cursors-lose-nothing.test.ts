import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defineService } from '@turnpike/service'
import { identity, kyselyStore } from '@turnpike/sql'
import { createApi, cursorPagination, pageNumberPagination, routes } from 'turnpike'
import { describe, expect, it } from 'vitest'
import { openGuide } from '../support/guide.ts'
import { guideDatabases } from '../support/guide-databases.ts'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/explanations/why-cursors-lose-nothing.md'), 'utf8')

/** What happens, and the second page by number and by cursor. */
const rows = [...page.matchAll(/^\| (.+) \| (\d, \d, \d) \| (\d, \d, \d) \|$/gm)].map(
  ([, change = '', byNumber = '', byCursor = '']) => ({ change, byNumber, byCursor }),
)

const definition = defineService<{ note: { id: number } }>({
  name: 'notes',
  migrations: {
    '0001_note': {
      up: (db) => db.schema.createTable('note').addColumn('id', 'integer', identity(db)).execute(),
    },
  },
  app({ db, settings }) {
    const store = kyselyStore(db, 'note')
    const api = createApi({ PAGE_SIZE: 3, ...settings })
    return routes(api, {
      '/numbers/': api.listView({
        items: store.items.orderBy(['-id']),
        pagination: pageNumberPagination(),
      }),
      '/cursors/': api.listView({ store, pagination: cursorPagination({ ordering: '-id' }) }),
    })
  },
})

describe('why cursors lose nothing', () => {
  it('the page that explains cursors has five changes', () => {
    expect(rows.map(({ change }) => change)).toEqual([
      'nothing happens',
      '10 is added in front',
      '8 is removed',
      '7 is removed',
      '5 is removed',
    ])
  })

  for (const { name, isMissing, open } of guideDatabases) {
    it.skipIf(isMissing)(`the explained second pages are those on ${name}`, async () => {
      const database = await open()
      const { db, anonymous, close } = await openGuide(definition, database.url)
      const idsOf = ({ results }: { results: { id: number }[] }) =>
        results.map(({ id }) => id).join(', ')
      const get = async (url: string) => (await anonymous.get(url)).json()

      for (const { change, byNumber, byCursor } of rows) {
        await db.deleteFrom('note').execute()
        const ids = Array.from({ length: 9 }, (_, index) => ({ id: index + 1 }))
        await db.insertInto('note').values(ids).execute()
        const first = { numbers: await get('/numbers/'), cursors: await get('/cursors/') }
        expect([idsOf(first.numbers), idsOf(first.cursors)]).toEqual(['9, 8, 7', '9, 8, 7'])

        const [, id = '', what] = /^(\d+) is (added|removed)/.exec(change) ?? []
        if (what === 'added')
          await db
            .insertInto('note')
            .values({ id: Number(id) })
            .execute()
        if (what === 'removed') await db.deleteFrom('note').where('id', '=', Number(id)).execute()

        expect([
          change,
          idsOf(await get(first.numbers.next)),
          idsOf(await get(first.cursors.next)),
        ]).toEqual([change, byNumber, byCursor])
      }
      await close()
      await database.drop()
    })
  }
})
