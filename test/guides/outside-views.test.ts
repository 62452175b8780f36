import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Admission,
  type Api,
  type ApiRequest,
  createApi,
  memoryAccounts,
  memorySessions,
  sessionAuthentication,
  tokenAuthentication,
} from 'turnpike'
import { afterAll, describe, expect, it } from 'vitest'
import { blocksOf } from '../support/docs-examples.ts'
import { writtenPage } from '../support/guide.ts'
import { silentLogger } from '../support/one-view.ts'

const guide = writtenPage('docs/outside-views.md')
afterAll(() => guide.remove())
const [greeting, , watching, component] = blocksOf(guide.text, 'ts').map(({ code }) => code)
mkdirSync(guide.folder, { recursive: true })
const blocks = { 'greeting.ts': greeting, 'watching.ts': watching, 'component.ts': component }
for (const [name, code = ''] of Object.entries(blocks))
  writeFileSync(join(guide.folder, name), code)

const { users, tokens } = memoryAccounts({ users: [{ username: 'ann', password: null }] })
const sessions = memorySessions({ users })
const ann = (await users.find('ann')) ?? expect.fail()

describe('the page about what is no view', () => {
  it('a function of web objects refuses as a view does', async () => {
    const { greet } = await guide.load<{ greet(request: Request): Promise<Response> }>(
      'greeting.ts',
    )
    const response = await greet(new Request('https://app.example.com/'))
    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe('Token')
  })

  it('a server component knows the session by the header fields that Next.js gives', async () => {
    type SignedIn = (api: Api, headers: Headers) => Promise<Admission<ApiRequest>>
    const { signedIn } = await guide.load<{ signedIn: SignedIn }>('component.ts')
    const api = createApi({
      LOGGER: silentLogger,
      DEFAULT_AUTHENTICATION_CLASSES: [sessionAuthentication({ sessions })],
    })
    const session = await sessions.create(ann)
    const fields = {
      host: 'localhost:3000',
      accept: 'text/x-component',
      'x-forwarded-host': 'app.example.com',
      'x-forwarded-proto': 'https',
      rsc: '1',
    }
    const cookie = `__Host-sessionid=${session.id}`
    const admission = await signedIn(api, new Headers({ ...fields, cookie }))
    expect(admission).toMatchObject({ allowed: true, user: { username: 'ann' } })
    expect(await signedIn(api, new Headers(fields))).toMatchObject({ allowed: false })
  })

  it('a connection is closed when the identity ends', async () => {
    type End = (api: Api, admission: Admission, close: () => void) => () => void
    const { endWithIdentity } = await guide.load<{ endWithIdentity: End }>('watching.ts')
    const { authenticate } = await import('turnpike')
    const api = createApi({ LOGGER: silentLogger })
    const { key } = await tokens.getOrCreate(ann)
    const headers = { Authorization: `Token ${key}` }
    const authentication = [tokenAuthentication({ tokens })]
    const request = new Request('https://app.example.com/', { headers })
    const admission = await authenticate(api, request, { authentication })
    const closed = new Promise<void>((resolve) => endWithIdentity(api, admission, resolve))
    await tokens.revoke(ann)
    await closed
  })
})
