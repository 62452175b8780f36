import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceOf } from '@turnpike/test-support/paths.ts'
import { describe, expect, it } from 'vitest'
import { createTurnpike } from '../cli/turnpike.ts'

const preloaded = join(import.meta.dirname, 'loaded-modules.ts')

/** A service with a list in SQLite, without pages, and without a line in its log. */
const service = `
  import { createApi, pageNumberPagination, routes, tokenAuthentication } from '${sourceOf('turnpike')}'
  import { kyselyStore } from '${sourceOf('@turnpike/sql')}'
  import { defineService } from '${sourceOf('@turnpike/service')}'
  export default defineService({
    name: 'plain',
    app({ db, tokens, settings }) {
      const api = createApi({
        DEFAULT_AUTHENTICATION_CLASSES: [tokenAuthentication({ tokens })],
        ...settings,
      })
      const { items } = kyselyStore(db, 'turnpike_user')
      const users = api.listView({
        items: items.orderBy(['id']),
        pagination: pageNumberPagination({ pageSize: 10 }),
      })
      return routes(api, { '/users/': users })
    },
  })`

/** The URLs of the modules that the service has loaded when it stops. */
async function loadedModules(): Promise<string[]> {
  const turnpike = createTurnpike()
  const file = join(turnpike.folder, 'loaded.txt')
  writeFileSync(join(turnpike.folder, 'service.mjs'), service)
  const running = await turnpike.serve(['service.mjs', '--migrate'], {
    NODE_OPTIONS: `--import=${preloaded}`,
    LOADED_MODULES: file,
    DRAIN_DELAY_SECONDS: '0',
  })
  expect((await fetch(`${running.url}/users/`)).status).toBe(200)
  const headers = { Authorization: 'Token wrong' }
  expect((await fetch(`${running.url}/users/`, { headers })).status).toBe(401)
  running.kill('SIGTERM')
  await running.ended
  return readFileSync(file, 'utf8').split('\n')
}

describe('the modules of a service', () => {
  it('a service with a list in SQLite loads only the modules that it uses', async () => {
    const loaded = await loadedModules()
    const names = loaded.map((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1])

    expect([...new Set(names)].filter((name) => name !== undefined).toSorted()).toEqual(packages)
    expect(loaded.filter((url) => unused.test(url))).toEqual([])
    // An import of it would load web sockets, too.
    expect(loaded).not.toContain('node:http')
    // The web classes: 20 ms and 15 MB, also with HTTP/2 and TLS.
    expect(loaded).toContain('NativeModule net')
    expect(loaded).not.toContain('NativeModule internal/deps/undici/undici')
  })
})

const packages = [
  '@noble/hashes',
  '@pinojs/redact',
  'atomic-sleep',
  'better-sqlite3',
  'commander',
  'hono',
  'ipaddr.js',
  'kysely',
  'on-exit-leak-free',
  'pino',
  'pino-std-serializers',
  'quick-format-unescaped',
  'safe-stable-stringify',
  'sonic-boom',
  'thread-stream',
  'whatwg-mimetype',
  'zod',
]

const unused =
  /\/src\/(languages\/(catalogues|pages)|pages|openapi|explanations|service\/checks)\/|\/packages\/(redis|signatures|testing|django|jwt|replay)\/|\/copying\/copy-data\.ts$/
