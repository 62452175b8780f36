import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWith, extras } from '../support/extras.ts'
import { shownAfter, writtenPage } from '../support/guide.ts'
import { programs } from '../support/programs.ts'
import { redirectUri, startUserIssuer, type UserIssuer } from '../support/user-issuer.ts'

const guide = writtenPage('docs/guides/mcp.md')
afterAll(() => guide.remove())
const sdk = join(extras, '@modelcontextprotocol/sdk')
const link = join(guide.folder, 'node_modules/@modelcontextprotocol/sdk')
mkdirSync(dirname(link), { recursive: true })
symlinkSync(sdk, link)

/** Why the client in Python cannot run; null if it can. */
function missingAuthlib(): string | null {
  try {
    execFileSync(programs.python, ['-c', 'import authlib, requests'], { stdio: 'ignore' })
    return null
  } catch {
    return `${programs.python} has no Authlib: install python3-authlib and python3-requests`
  }
}

interface Running {
  close(): Promise<unknown>
}

let issuer: UserIssuer
let server: Running
let url: string
let started: Promise<void> | undefined
const isStarted = () => (started ??= start())

async function start(): Promise<void> {
  const port = 20_000 + (process.pid % 20_000)
  url = `http://127.0.0.1:${port}/mcp`
  issuer = await startUserIssuer({ [url]: ['notes:read', 'notes:write'] })
  Object.assign(process.env, { ISSUER: issuer.url, RESOURCE: url, PORT: `${port}` })
  server = (await guide.load<{ server: Running }>('src/serve.ts')).server
}

afterAll(async () => {
  if (started === undefined) return
  await server.close()
  await issuer[Symbol.asyncDispose]()
})

/** Runs a client that prints where its user signs in, reads the answer, and prints the result. */
async function runAgent(command: string, args: readonly string[]) {
  const agent = spawn(command, [...args, url, redirectUri], {
    env: { ...process.env, NODE_OPTIONS: '', AUTHLIB_INSECURE_TRANSPORT: '1' },
  })
  const errors: string[] = []
  agent.stderr.on('data', (chunk) => errors.push(String(chunk)))
  const lines = createInterface(agent.stdout)[Symbol.asyncIterator]()
  const { value: page } = await lines.next()
  if (page === undefined) throw new Error(errors.join(''))
  agent.stdin.end(`${await issuer.consent(page)}\n`)
  const { value: said } = await lines.next()
  if (said === undefined) throw new Error(errors.join(''))
  return { asked: new URL(page).searchParams, said }
}

describeWith([sdk], 'a resource server for agents, with the client of the MCP SDK', () => {
  beforeAll(isStarted, 60_000)

  it('from a bare 401 the client finds the issuer, gets a token with the scope and calls a tool', async () => {
    const script = resolve(import.meta.dirname, 'mcp-agent.ts')
    const agent = join(guide.folder, 'src/agent.ts')
    const { asked, said } = await runAgent(process.execPath, [script, agent])
    expect(said).toBe('ann: Buy tea')
    expect(asked.get('scope')).toBe('notes:read')
    expect(asked.get('resource')).toBe(url)
    expect(issuer.requests).toContain('/reg')
  })

  it('the refusal and the metadata are those that the page shows', async () => {
    const here = (text: string) =>
      text
        .replaceAll('https://notes.example.com', new URL(url).origin)
        .replaceAll('https://issuer.example.com', issuer.url)
    const refusal = await fetch(url, { method: 'POST' })
    const [, challenge = ''] = /^WWW-Authenticate: (.+)$/m.exec(shownAfter(guide, 'POST')) ?? []
    expect(refusal.status).toBe(401)
    expect(refusal.headers.get('WWW-Authenticate')).toBe(here(challenge))

    const metadata = await fetch(
      here('https://notes.example.com/.well-known/oauth-protected-resource/mcp'),
    )
    expect(await metadata.text()).toBe(here(shownAfter(guide, 'curl https')))
  })

  it('oauth4webapi finds the metadata by path insertion, and accepts its resource', async () => {
    const identifier = new URL(url)
    const response = await oauth.resourceDiscoveryRequest(identifier, {
      [oauth.allowInsecureRequests]: true,
    })
    const found = await oauth.processResourceDiscoveryResponse(identifier, response)
    expect(found).toMatchObject({ resource: url, authorization_servers: [issuer.url] })
  })
})

describeWith(
  [sdk],
  'a resource server for agents, with a client of Authlib',
  () => {
    beforeAll(isStarted, 60_000)

    it('from a bare 401 a client in Python gets a token and calls a tool', async () => {
      const script = resolve(import.meta.dirname, 'mcp-agent.py')
      const { asked, said } = await runAgent(programs.python, [script])
      expect(said).toBe('ann: Buy tea')
      expect(asked.get('scope')).toBe('notes:read')
      expect(asked.get('resource')).toBe(url)
    })
  },
  missingAuthlib(),
)
