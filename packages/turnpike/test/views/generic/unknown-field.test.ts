import { kyselyStore } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { testClient } from '@turnpike/testing'
import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { arrayStore, createApi, type Permission, routes } from '../../../src/index.ts'

const owners: Permission = {
  hasPermission: () => true,
  scope: () => ({ field: 'owner', operator: '=', value: 7 }),
}
const others: Permission = {
  hasPermission: () => true,
  scope: () => ({ not: { field: 'owner', operator: '=', value: 7 } }),
}
const tickets = arrayStore([{ id: 1, owner: 7 }])

async function databaseComments() {
  const { db: untyped } = openDatabase('sqlite::memory:')
  const db = untyped as unknown as Kysely<{ comment: { id: number; ticket: number } }>
  await db.schema
    .createTable('comment')
    .addColumn('id', 'integer', (id) => id.primaryKey())
    .addColumn('ticket', 'integer')
    .execute()
  await db.insertInto('comment').values({ id: 1, ticket: 1 }).execute()
  return kyselyStore(db, 'comment')
}

const stores = [
  { name: 'an array', open: async () => arrayStore([{ id: 1, ticket: 1 }]) },
  { name: 'SQLite', open: databaseComments },
]

for (const { name, open } of stores) {
  it.each([owners, others])(
    `a list over ${name} whose scope names an unknown field fails with an error that says so`,
    async (permission) => {
      const { app, logged } = await serve(open, { permissions: [permission], field: 'ticket' })
      expect((await testClient(app).get('/tickets/1/comments/')).status).toBe(500)
      expect(logged()).toContain(
        'The scope of a permission of the view Comments names the field "owner"',
      )
    },
  )

  it(`a list over ${name} whose parent names an unknown field fails with an error that says so`, async () => {
    const { app, logged } = await serve(open, { permissions: [], field: 'tickt' })
    expect((await testClient(app).get('/tickets/1/comments/')).status).toBe(500)
    expect(logged()).toContain('The parent of the view Comments has the field "tickt"')
  })
}

it('an item of SQLite whose scope names an unknown field fails with an error that says so', async () => {
  const { app, logged } = await serve(databaseComments, { permissions: [owners], field: 'ticket' })
  expect((await testClient(app).get('/tickets/1/comments/1/')).status).toBe(500)
  expect(logged()).toContain(
    'The scope of a permission of the view Comments names the field "owner"',
  )
})

it('a scope without a value for an anonymous request fails with an error that says the remedy', async () => {
  const own: Permission = {
    hasPermission: () => true,
    scope: ({ user }) => ({
      field: 'owner',
      operator: '=',
      value: (user as { pk: null }).pk as never,
    }),
  }
  const { app, logged } = await serve(databaseComments, { permissions: [own], field: 'ticket' })
  expect((await testClient(app).get('/tickets/1/comments/')).status).toBe(500)
  expect(logged()).toContain(
    'has no value to compare owner with: null. The request is anonymous: put isAuthenticated',
  )
})

it('a scope that is no condition says so, and nothing about the request', async () => {
  const own: Permission = {
    hasPermission: () => true,
    scope: () => ({ field: 'owner', operator: 'is' as never, value: 7 }),
  }
  const { app, logged } = await serve(databaseComments, { permissions: [own], field: 'ticket' })
  expect((await testClient(app).get('/tickets/1/comments/')).status).toBe(500)
  expect(logged()).toContain('The scope of a permission has the unknown operator')
  expect(logged()).not.toContain('anonymous')
})

it('a list over an array without items is empty, whatever its scope names', async () => {
  const { app } = await serve(async () => arrayStore<{ id: number; ticket: number }>([]), {
    permissions: [owners],
    field: 'ticket',
  })
  const response = await testClient(app).get('/tickets/1/comments/')
  expect([response.status, await response.json()]).toEqual([200, []])
})

async function serve(
  open: (typeof stores)[number]['open'],
  { permissions, field }: { permissions: Permission[]; field: string },
) {
  const lines: string[] = []
  const log = (...parts: unknown[]) => {
    for (const part of parts) lines.push(messageOf(part))
  }
  const api = createApi({ LOGGER: { error: log, warn: log, info: log, debug: log } as never })
  const store = await open()
  const parent = { store: tickets, parameter: 'ticket', field: field as 'ticket', permissions: [] }
  const name = 'Comments'
  const app = routes(api, {
    '/tickets/:ticket/comments/': api.listView({ name, store, parent, permissions }),
    '/tickets/:ticket/comments/:id/': api.detailView({ name, store, parent, permissions }),
  })
  return { app, logged: () => lines.join(' ') }
}

function messageOf(part: unknown): string {
  if (part instanceof Error) return part.message
  if (typeof part !== 'object' || part === null) return String(part)
  return Object.values(part).map(messageOf).join(' ')
}
