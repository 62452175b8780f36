import { testClient } from '@turnpike/testing'
import { type Api, createApi, memoryAccounts, pbkdf2, routes, type View } from 'turnpike'
import type { UserStore } from 'turnpike/kit'
import { afterAll, expect, it } from 'vitest'
import { writtenPage } from '../support/guide.ts'

const page = writtenPage('docs/accounts.md')
afterAll(() => page.remove())

const { register } = await page.load<{ register: (api: Api, users: UserStore) => View }>(
  'src/register.ts',
)

/** Registers a user at the view of the page, and answers its status and body. */
function openRegistration() {
  const { users } = memoryAccounts({ passwords: pbkdf2({ iterations: 1 }) })
  const api = createApi({ LANGUAGES: ['en', 'de'] })
  const { post } = testClient(routes(api, { '/register/': register(api, users) }))
  return async (changes: object = {}, headers: Record<string, string> = {}) => {
    const json = {
      username: 'ann',
      email: 'ann@example.com',
      password: 'correct horse battery staple',
      ...changes,
    }
    const response = await post('/register/', { json, headers })
    return [response.status, await response.json()]
  }
}

it('the registration of docs/accounts.md creates a user', async () => {
  const send = openRegistration()
  expect(await send()).toEqual([201, { username: 'ann' }])
})

it('the registration of docs/accounts.md answers 400 for a taken name, in the language of the client', async () => {
  const send = openRegistration()
  await send()
  expect(await send()).toEqual([400, { username: ['There is already a user ann.'] }])
  expect(await send({}, { 'Accept-Language': 'de' })).toEqual([
    400,
    { username: ['Den Benutzer ann gibt es bereits.'] },
  ])
})

it.each([
  ['an invisible character', 'an\u{200b}n', 'U+200B'],
  ['full-width letters', 'ａｎｎ', 'ann'],
  ['no character', '', ''],
])(
  'the registration of docs/accounts.md answers 400 for a name with %s',
  async (_what, username, word) => {
    const send = openRegistration()
    expect(await send({ username })).toEqual([400, { username: [expect.stringContaining(word)] }])
  },
)
