import { execFileSync } from 'node:child_process'
import { DatabaseSync } from 'node:sqlite'
import { testClient } from '@turnpike/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { application } from '../../examples/custom-items/app.ts'
import { bookStore, tables } from '../../examples/custom-items/books.ts'

describe('the custom items example', () => {
  it('lists of plain SQL are filtered, searched and read by cursor', async () => {
    const database = new DatabaseSync(':memory:')
    onTestFinished(() => database.close())
    database.exec(tables)
    const store = bookStore(database)
    for (let id = 1; id <= 50; id += 1)
      await store.create({ title: `Part ${id}`, rating: id % 4 || null })
    const client = testClient(application(database))
    const idsOf = async (path: string) => {
      const ids: number[] = []
      for (let next: string | null = path; next !== null; ) {
        const page: { results: { id: number }[]; next: string | null } = await (
          await client.get(next)
        ).json()
        ids.push(...page.results.map(({ id }) => id))
        next = page.next
      }
      return ids
    }

    expect(new Set(await idsOf('/books/')).size).toBe(50)
    expect(await idsOf('/books/?rating=3&search=part+1')).toEqual([11, 15, 19, 31])
    const added = await client.post('/books/', { json: { title: 'Emma' } })
    expect(await added.json()).toEqual({ id: 51, title: 'Emma', rating: null })
    const changed = await client.patch('/books/51/', { json: { rating: 5 } })
    expect(await changed.json()).toEqual({ id: 51, title: 'Emma', rating: 5 })
    expect((await client.delete('/books/51/')).status).toBe(204)
    expect((await client.get('/books/51/')).status).toBe(404)
  })

  it('the custom items keep the contracts of item sets and stores, by the test runner of Node', () => {
    const args = ['--conditions=source', '--test', 'examples/custom-items/books.test.ts']
    const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...env } = process.env
    const output = execFileSync(process.execPath, args, { encoding: 'utf8', env })

    expect(output).toMatch(/^ℹ pass [1-9]\d+$/m)
    expect(output).toMatch(/^ℹ fail 0$/m)
  })
})
