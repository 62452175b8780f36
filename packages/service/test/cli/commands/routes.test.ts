import { readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTurnpike } from '../turnpike.ts'

const notes = resolve(import.meta.dirname, '../../../../../examples/notes/service.ts')

describe('turnpike routes', () => {
  it('prints the views in aligned columns, and makes no database', async () => {
    const { run, folder } = createTurnpike()
    const { code, out, err } = await run(['routes', notes])

    expect({ code, err }).toEqual({ code: 0, err: '' })
    const lines = out.split('\n')
    const column = lines[0]?.indexOf('METHODS') ?? -1
    expect(lines[0]).toMatch(/^PATH +METHODS +SCHEMES +THROTTLES +PERMISSIONS$/)
    expect(lines.find((line) => line.startsWith('/notes/:id/'))?.slice(column)).toBe(
      'GET PUT PATCH DELETE  token, api-key, session, basic  anonRateThrottle, userRateThrottle  ' +
        'isAuthenticated, anyOf(isUnscoped, requireScope(notes:write), allOf(unnamed, ' +
        'requireScope(notes:read))), isOwnerOrStaffToChange',
    )
    expect(readdirSync(folder)).toEqual([])
  })

  it('prints JSON with the limit of each method', async () => {
    const { code, out } = await createTurnpike().run(['routes', notes, '--json'])

    expect(code).toBe(0)
    const routes = JSON.parse(out) as { path: string }[]
    expect(routes.find(({ path }) => path === '/api-token-auth/')).toEqual({
      path: '/api-token-auth/',
      name: 'Obtain token',
      methods: ['POST'],
      permissions: ['allowAny'],
      throttles: [
        {
          name: 'scopedRateThrottle',
          scope: 'login',
          limits: {
            POST: '20 requests in 60 seconds for each user, or address of clients who are not signed in',
          },
        },
      ],
      schemes: ['token', 'api-key', 'session', 'basic'],
    })
  })

  it('turnpike routes does not connect to the PostgreSQL or the Redis of the service', async () => {
    const nowhere = 'redis://127.0.0.1:1'
    const { code, out } = await createTurnpike().run(['routes'], '', {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      THROTTLE_STORE_URL: nowhere,
      SESSION_STORE_URL: nowhere,
    })

    expect(code).toBe(0)
    expect(out).toContain('/whoami/')
  })

  it('turnpike routes refuses an app whose views it cannot know', async () => {
    const { run, folder } = createTurnpike()
    writeFileSync(
      join(folder, 'app.mjs'),
      "export default { name: 'plain', app: () => ({ fetch: () => new Response('') }) }",
    )

    const { code, out, err } = await run(['routes', 'app.mjs'])

    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toBe(
      'turnpike: The views of the service are unknown, because its app is not what routes() returns. ' +
        'Return that from app(): the views of an app inside another are not found.\n',
    )
  })
})
