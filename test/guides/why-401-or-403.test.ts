import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { testClient } from '@turnpike/testing'
import {
  ApiResponse,
  basicAuthentication,
  createApi,
  isAdminUser,
  memoryAccounts,
  memorySessions,
  routes,
  type Scheme,
  sessionAuthentication,
  tokenAuthentication,
} from 'turnpike'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/explanations/why-401-or-403.md'), 'utf8')

const { users, tokens } = memoryAccounts({ users: [{ username: 'ann', password: 'secret' }] })
const sessions = memorySessions({ users })
const schemes: Record<string, Scheme> = {
  token: tokenAuthentication({ tokens }),
  basic: basicAuthentication({ users }),
  session: sessionAuthentication({ sessions }),
}

/** The rows of the table of statuses: the schemes, and what three requests are answered. */
const rows = [...page.matchAll(/^\| (`\[[\w, ]+\]`|none) \| (.+) \| (.+) \| (.+) \|$/gm)].map(
  ([, list = '', ...cells]) => ({ list, names: list.match(/[a-z]+/g) ?? [], cells }),
)

const passwords = [undefined, 'ann:wrong', 'ann:secret']

describe('why 401 or 403', () => {
  it('the page that explains 401 and 403 has a table of four lists of schemes', () => {
    expect(rows.map(({ list }) => list)).toEqual([
      '`[token, basic]`',
      '`[basic, token]`',
      '`[session, basic]`',
      'none',
    ])
  })

  it.each(rows)('the explained statuses are those of views with $list', async (row) => {
    const authentication = row.names.flatMap((name) => schemes[name] ?? [])
    const app = routes(createApi({ SECRET_KEYS: ['x'.repeat(32)] }), {
      '/': { authentication, permissions: [isAdminUser], get: () => new ApiResponse('seen') },
    })
    for (const [index, cell] of row.cells.entries()) {
      if (cell === '—') continue
      const sent = passwords[index]
      const response = await testClient(app).get('/', {
        headers: sent === undefined ? {} : { Authorization: `Basic ${btoa(sent)}` },
      })
      const challenge = response.headers.get('WWW-Authenticate')
      expect(`${response.status}${challenge === null ? '' : ` \`${challenge}\``}`).toBe(cell)
    }
  })

  it('wrong credentials are refused by a view that everybody may read, as explained', async () => {
    const app = routes(createApi(), {
      '/': { authentication: [schemes.token as Scheme], get: () => new ApiResponse('seen') },
    })
    const client = testClient(app)
    expect((await client.get('/')).status).toBe(200)
    expect((await client.get('/', { headers: { Authorization: 'Token wrong' } })).status).toBe(401)
  })
})
