import { execFileSync } from 'node:child_process'
import { testClient } from '@turnpike/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { application, openMembers } from '../../examples/custom-store/app.ts'
import { type Member, memberOf, memberTokens } from '../../examples/custom-store/tokens.ts'

describe('the custom store example', () => {
  function open() {
    const database = openMembers()
    onTestFinished(() => {
      database.close()
    })
    const select = database.prepare<[string], Parameters<typeof memberOf>[0]>(
      'select * from member where login = ?',
    )
    const memberNamed = (login: string): Member => {
      const row = select.get(login)
      if (row === undefined) throw new Error(`There is no ${login}.`)
      return memberOf(row)
    }
    return { database, memberNamed, client: testClient(application(database)) }
  }

  it('shows its handlers the members of its own table', async () => {
    const { database, memberNamed, client } = open()
    const { key } = await memberTokens(database).getOrCreate(memberNamed('ann'))

    const response = await client.get('/me/', { headers: { Authorization: `Token ${key}` } })

    expect(await response.json()).toEqual({ username: 'ann', plan: 'paid' })
  })

  it('refuses a locked member, and a revoked token', async () => {
    const { database, memberNamed, client } = open()
    const tokens = memberTokens(database)
    const { key } = await tokens.getOrCreate(memberNamed('ben'))
    const ask = () => client.get('/me/', { headers: { Authorization: `Token ${key}` } })

    database.exec("update member set locked = 1 where login = 'ben'")
    expect(await (await ask()).json()).toEqual({ detail: 'User inactive or deleted.' })

    database.exec("update member set locked = 0 where login = 'ben'")
    expect((await ask()).status).toBe(200)
    await tokens.revoke(memberNamed('ben'))
    expect(await (await ask()).json()).toEqual({ detail: 'Invalid token.' })
  })

  it('keeps the contract of token stores, by the test runner of Node', () => {
    const args = ['--conditions=source', '--test', 'examples/custom-store/tokens.test.ts']
    const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...env } = process.env
    const output = execFileSync(process.execPath, args, { encoding: 'utf8', env })

    expect(output).toMatch(/^ℹ pass [1-9]\d$/m)
    expect(output).toMatch(/^ℹ fail 0$/m)
  })
})
