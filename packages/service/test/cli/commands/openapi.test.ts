import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTurnpike } from '../turnpike.ts'

const notes = resolve(import.meta.dirname, '../../../../../examples/notes/service.ts')
/** It needs the dialect of its database. */
const helpDesk = resolve(import.meta.dirname, '../../../../../examples/helpdesk-drizzle/service.ts')

describe('turnpike openapi', () => {
  it('prints the document of the accounts, and needs no database', async () => {
    const { run, folder } = createTurnpike()
    const { code, out } = await run(['openapi'], '', { ALLOWED_HOSTS: 'api.example.com' })

    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      openapi: '3.1.1',
      paths: { '/api-token-auth/': {}, '/whoami/': {} },
    })
    expect(existsSync(`${folder}/test.db`)).toBe(false)
  })

  it('turnpike openapi connects neither to the PostgreSQL and its replicas nor to the Redis', async () => {
    const [nowhere, redis] = ['postgres://nobody@127.0.0.1:1/none', 'redis://127.0.0.1:1']
    const { code, out, err } = await createTurnpike().run(['openapi', helpDesk], '', {
      DATABASE_URL: nowhere,
      DATABASE_REPLICA_URLS: nowhere,
      DATABASE_REPLICA_POSITIONS: redis,
      THROTTLE_STORE_URL: redis,
      SESSION_STORE_URL: redis,
    })

    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out).paths).toHaveProperty('/tickets/')
  })

  it('prints the document of a module', async () => {
    const { code, out } = await createTurnpike().run(['openapi', notes])
    expect(code).toBe(0)
    expect(JSON.parse(out).info.title).toBe('Notes')
  })

  it('turnpike openapi reports a module without a document, with what to do', async () => {
    const { code, out, err } = await createTurnpike().run(['openapi', '--path', '/schema/'])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain('answers 404 at /schema/')
    expect(err).toContain('--path')
  })
})
