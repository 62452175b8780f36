import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { testClient } from '@turnpike/testing'
import { pbkdf2 } from 'turnpike'
import { TokenUnreadable } from 'turnpike/kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { application } from '../../examples/sqlite-store/app.ts'
import { openDatabase, sqliteAccounts, sqliteStore } from '../../examples/sqlite-store/index.ts'

const folder = resolve(import.meta.dirname, '../../examples/sqlite-store')
const secret = 'a secret of the tests with 32 characters or more'

function open() {
  const database = openDatabase(':memory:')
  onTestFinished(() => database.close())
  return database
}

describe('the SQLite store example', () => {
  it('needs public names of Turnpike alone', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    )
    const imports = (name: string) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/from '([^.'][^']*)'/g)].map(
        ([, module = '']) => module,
      )
    const modules = new Set(files.flatMap(imports).filter((module) => !module.startsWith('node:')))
    // turnpike/node serves main.ts, and zod is what the application validates with.
    expect([...modules].toSorted()).toEqual(
      ['@turnpike/testing', 'turnpike', 'turnpike/kit', 'turnpike/node', 'zod'].toSorted(),
    )
    const own = files.filter((name) => !/^(?:app|main|.*\.test)\.ts$/.test(name)).flatMap(imports)
    expect([...new Set(own)].toSorted()).toEqual([
      'node:crypto',
      'node:sqlite',
      'turnpike',
      'turnpike/kit',
    ])
  })

  it('keeps the contracts of all its stores, by the test runner of Node', () => {
    const args = ['--conditions=source', '--test', join(folder, 'contracts.test.ts')]
    const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...env } = process.env
    const output = execFileSync(process.execPath, args, { encoding: 'utf8', env })

    expect(output).toMatch(/^ℹ suites 12$/m)
    expect(output).toMatch(/^ℹ pass [1-9]\d\d$/m)
    expect(output).toMatch(/^ℹ fail 0$/m)
  })

  it('lists of a SQLite table are filtered, searched and read by cursor', async () => {
    const { app, store } = application(open(), [secret])
    for (let id = 1; id <= 50; id += 1) {
      await store.create({ title: `Part ${id}`, rating: id % 4 || null })
    }
    const client = testClient(app)
    const idsOf = async (path: string) => {
      const ids: number[] = []
      for (let next: string | null = path; next !== null; ) {
        const answer = await client.get(next)
        const page: { results: { id: number }[]; next: string | null } = await answer.json()
        ids.push(...page.results.map(({ id }) => id))
        next = page.next
      }
      return ids
    }

    expect(new Set(await idsOf('/books/')).size).toBe(50)
    expect(await idsOf('/books/?rating=3&search=part+1')).toEqual([11, 15, 19, 31])
    expect(await idsOf('/books/?rating__gte=3&title__contains=RT+2')).toEqual([23, 27])
  })

  it('users of a SQLite database sign in and write, and others only read', async () => {
    const { app, users } = application(open(), [secret])
    const ann = await users.create({ username: 'ann', password: 'correct horse' })
    const client = testClient(app)
    const emma = { json: { title: 'Emma' } }
    expect((await client.post('/books/', emma)).status).toBe(401)

    const json = { username: 'ann', password: 'correct horse' }
    const { token } = await (await client.post('/token/', { json })).json()
    const headers = { Authorization: `Token ${token}` }
    const added = await client.post('/books/', { ...emma, headers })
    expect([added.status, await added.json()]).toEqual([
      201,
      { id: 1, title: 'Emma', rating: null },
    ])
    const again = await client.post('/books/', { ...emma, headers })
    expect([again.status, await again.json()]).toEqual([
      400,
      { title: ['This field must be unique.'] },
    ])
    const changed = await client.patch('/books/1/', { json: { rating: 5 }, headers })
    expect(await changed.json()).toEqual({ id: 1, title: 'Emma', rating: 5 })
    expect((await client.delete('/books/1/', { headers })).status).toBe(204)
    expect((await client.get('/books/1/')).status).toBe(404)

    await users.setActive(ann, false)
    expect((await client.post('/books/', { ...emma, headers })).status).toBe(401)
  })

  it('a copy of the SQLite database has no key of a token, and another secret opens none', async () => {
    const database = open()
    const passwords = pbkdf2({ iterations: 1 })
    const { users, tokens } = sqliteAccounts(database, { secrets: [secret], passwords })
    const ann = await users.create({ username: 'ann', password: null })
    const { key } = await tokens.getOrCreate(ann)

    const rows = JSON.stringify(database.prepare('select * from token').all())
    expect(rows).not.toContain(key)
    const other = 'another secret of the tests with 32 characters'
    const rotated = sqliteAccounts(database, { secrets: [other, secret], passwords })
    expect(await rotated.tokens.of(ann)).toMatchObject({ key })
    const lost = sqliteAccounts(database, { secrets: [other], passwords })
    await expect(lost.tokens.of(ann)).rejects.toThrow(TokenUnreadable)
  })

  it('a SQLite table keeps booleans as booleans, and refuses fields that it does not have', async () => {
    const database = open()
    database.exec('create table task (id integer primary key, done boolean not null)')
    const store = sqliteStore<{ id: number; done: boolean }>(database, 'task')

    expect(await store.create({ done: true })).toEqual({ id: 1, done: true })
    const done = store.items.where?.({ field: 'done', operator: '=', value: true })
    expect(await done?.count()).toBe(1)
    expect(() => store.items.where?.({ field: 'x" or 1', operator: '=', value: 1 })).toThrow(
      'The table task has no column x" or 1.',
    )
    expect(() => sqliteStore(database, 'tsk')).toThrow('There is no table tsk.')
  })

  it('a SQLite table answers what a constraint refuses with the field, or with a conflict', async () => {
    const database = open()
    database.exec(`
      create table author (id integer primary key, name text not null);
      create table work (id integer primary key, author integer not null references author)`)
    const authors = sqliteStore<{ id: number; name: string | null }>(database, 'author')
    const works = sqliteStore<{ id: number; author: number }>(database, 'work')

    await expect(authors.create({ name: null })).rejects.toMatchObject({
      status: 400,
      detail: { name: ['This field may not be null.'] },
    })
    await expect(works.create({ author: 7 })).rejects.toMatchObject({ status: 409 })
    const ann = await authors.create({ name: 'Ann' })
    await works.create({ author: ann.id })
    await expect(authors.destroy(ann)).rejects.toMatchObject({ status: 409 })
  })
})
