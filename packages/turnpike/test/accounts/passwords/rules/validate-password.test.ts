import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { testClient } from '@turnpike/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import {
  ApiResponse,
  createApi,
  memoryAccounts,
  pbkdf2,
  routes,
  ValidationError,
} from '../../../../src/index.ts'
import { type PasswordRules, validatePassword } from '../../../../src/kit/index.ts'

const owner = { username: 'annabel', email: 'a.tugboats@example.com' }

/** The codes of the rules that a password breaks, and what was logged. */
async function tried(password: string, rules?: PasswordRules | null) {
  const lines: object[] = []
  const log = (fields: object, message: string) => void lines.push({ message, ...fields })
  const settings = {
    LOGGER: { info: log, warn: log, error: log },
    ...(rules !== undefined && { PASSWORD_RULES: rules }),
  }
  const error = await validatePassword(password, owner, settings).catch((thrown: unknown) => thrown)
  if (error === undefined) return { codes: [], lines }
  if (!(error instanceof ValidationError)) throw error
  return { codes: (error.codes as { password: string[] }).password, lines }
}

const codesOf = async (password: string, rules?: PasswordRules | null) =>
  (await tried(password, rules)).codes

describe('the rules for new passwords', () => {
  it.each([
    ['a phrase of several words', 'correct horse battery staple'],
    ['8 characters without a digit, a capital or a sign', 'xkvqjzwp'],
    ['8 characters beyond the basic plane', '🐎🔋📎🐴🌵🎻🧭🪁'],
    ['1,024 bytes', 'é'.repeat(512)],
    ['a long password that contains the username', 'annabel drives a green tractor'],
  ])('a new password may be %s', async (_what, password) => {
    expect(await codesOf(password)).toEqual([])
  })

  it.each([
    ['7 characters', 'xkvqjzw', 'password_too_short'],
    ['7 characters of two code units each', '🐎🔋📎🐴🌵🎻🧭', 'password_too_short'],
    ['1,025 bytes', `${'é'.repeat(512)}a`, 'password_too_long'],
    ['the username with a number', 'Annabel77', 'password_too_similar'],
    ['the username backwards', 'lebanna1', 'password_too_similar'],
    ['a part of the email address', 'tugboats', 'password_too_similar'],
    ['a common one', 'trustno1', 'password_too_common'],
    ['a common one with capitals and blanks', ' TrustNo1 ', 'password_too_common'],
    ['a common one in full-width letters', 'Ｐａｓｓｗｏｒｄ１', 'password_too_common'],
    ['a common one with a zero-width space', 'pass\u{200b}word1', 'password_too_common'],
    ['a common one with a soft hyphen', 'trust\u{ad}no1', 'password_too_common'],
    ['the username in full-width letters', 'ａｎｎａｂｅｌ７', 'password_too_similar'],
    [
      'the username between zero-width spaces',
      [...'annabel'].join('\u{200b}\u{200d}'),
      'password_too_similar',
    ],
    ['the last one of the list', 'dalmatio', 'password_too_common'],
  ])('a new password cannot be %s', async (_what, password, code) => {
    expect(await codesOf(password)).toEqual([code])
  })

  it('a password that breaks several rules has a message for each of them', async () => {
    expect(await codesOf('annabel')).toEqual(['password_too_short', 'password_too_similar'])
  })

  it('minLength raises the number of characters', async () => {
    expect(await codesOf('fifteen letters', { minLength: 16 })).toEqual(['password_too_short'])
    expect(await codesOf('sixteen letters!', { minLength: 16 })).toEqual([])
  })

  it('without rules every password is valid', async () => {
    expect(await codesOf('a', null)).toEqual([])
  })

  it('a view answers with field errors in the language of the request', async () => {
    const { users } = memoryAccounts({ passwords: pbkdf2({ iterations: 1 }) })
    const api = createApi({ LANGUAGES: ['en', 'de'] })
    const schema = z.object({ username: z.string(), password: z.string() })
    const register = api.view({
      permissions: [],
      operations: { post: { accepts: schema } },
      async post(request, view) {
        const { username, password } = await request.data(schema)
        await validatePassword(password, { username }, view.settings)
        await users.create({ username, password })
        return new ApiResponse({ username }, 201)
      },
    })
    const { post } = testClient(routes(api, { '/register/': register }))
    const send = (password: string) =>
      post('/register/', {
        json: { username: 'ann', password },
        headers: { 'Accept-Language': 'de' },
      })

    const refused = await send('short')
    expect(refused.status).toBe(400)
    expect(await refused.json()).toEqual({
      password: ['Das Passwort braucht mindestens 8 Zeichen.'],
    })
    expect((await send('correct horse')).status).toBe(201)
  })
})

/** A list of breached passwords that answers so, and the paths that it was asked for. */
async function openList(answer: (digits: string) => { status: number; body: string } | null) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const answered = answer(request.url?.slice('/range/'.length) ?? '')
    if (answered !== null) response.writeHead(answered.status).end(answered.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { rules: { breachedUrl: `http://127.0.0.1:${port}/range/` }, asked }
}

/** SHA-1 of `a breached phrase`. */
const breachedDigest = 'E93EDAB2530D9EAE2B52E019ED76094D0E20DC18'

describe('breached passwords', () => {
  it.each([
    ['is refused if the list has the rest of its digest', ':12', ['password_breached']],
    ['is accepted if the line is padding, with the count 0', ':0', []],
  ])('a password %s', async (_what, count, codes) => {
    const rest = breachedDigest.slice(5)
    const { rules, asked } = await openList(() => ({
      status: 200,
      body: `0018A45C4D1DEF81644B54AB7F969B88D65:3\r\n${rest}${count}\r\n`,
    }))

    expect(await codesOf('a breached phrase', rules)).toEqual(codes)
    expect(asked).toEqual([`/range/${breachedDigest.slice(0, 5)}`])
  })

  it.each([
    ['answers with an error', () => ({ status: 503, body: '' })],
    ['does not answer', () => null],
    [
      'answers with more than 1 MB',
      () => ({ status: 200, body: `${'0\r\n'.repeat(400_000)}${breachedDigest.slice(5)}:3\r\n` }),
    ],
  ])('a password is accepted, and a line logged, if the list %s', async (_what, answer) => {
    const { rules } = await openList(answer)

    const { codes, lines } = await tried('a breached phrase', rules)

    expect(codes).toEqual([])
    expect(lines).toMatchObject([
      { message: 'The list of breached passwords could not be queried.' },
    ])
    expect(JSON.stringify(lines)).not.toContain('a breached phrase')
  })

  it('a password that breaks another rule is asked for nowhere', async () => {
    const { rules, asked } = await openList(() => ({ status: 200, body: '' }))

    expect(await codesOf('short', rules)).toEqual(['password_too_short'])
    expect(asked).toEqual([])
  })
})
