import { type TestClient, type TestClientOptions, testClient } from '@turnpike/testing'
import {
  type Account,
  type Api,
  type ApiRequest,
  ApiResponse,
  createApi,
  memoryAccounts,
  type Permission,
  pbkdf2,
  routes,
  type Settings,
  type View,
  type ViewOptions,
} from 'turnpike'
import type { Accounts } from 'turnpike/kit'
import { silentLogger } from '../support/one-view.ts'

/** A client of a service with these views by path. What it logs is lost. */
export function clientOf(
  settings: Settings,
  views: (api: Api) => Readonly<Record<string, View | ViewOptions>>,
  options?: TestClientOptions,
): TestClient {
  const api: Api = createApi({ LOGGER: silentLogger, ...settings })
  return testClient(routes(api, views(api)), options)
}

/** Ann, whose password is `wonderland`, and Ben, who has `clockwork` and is inactive. */
export const openAccounts = () =>
  memoryAccounts({
    passwords: pbkdf2({ iterations: 1 }),
    users: [
      { username: 'ann', password: 'wonderland', email: 'ann@example.com' },
      { username: 'ben', password: 'clockwork', isActive: false },
    ],
  })

/** The key of Ann's token. */
export async function keyOfAnn({ users, tokens }: Accounts<Account>): Promise<string> {
  const ann = await users.find('ann')
  if (ann === null) throw new Error('There is no user ann.')
  return (await tokens.getOrCreate(ann)).key
}

/** What is sent for Basic authentication. */
export const basic = (username: string, password: string) =>
  authorization(`Basic ${btoa(`${username}:${password}`)}`)

/** What is sent for token authentication. */
export const token = (key: string, keyword = 'Token') => authorization(`${keyword} ${key}`)

export const authorization = (header: string) => ({ headers: { Authorization: header } })

/** A view that returns the user and the credentials of the request. */
export const whoAmI = {
  get: ({ user, auth }: ApiRequest) => new ApiResponse({ user, auth }),
} satisfies ViewOptions

/** A permission that denies everyone. */
export const nobody: Permission = { hasPermission: () => false }

/** A view whose GET raises this. */
export const raising = (error: unknown, options: ViewOptions = {}): ViewOptions => ({
  ...options,
  get() {
    throw error
  },
})

/** Status, challenge and text of an answer. */
export async function refusalOf(response: Response) {
  const { detail } = (await response.json()) as { detail?: unknown }
  return [response.status, response.headers.get('WWW-Authenticate'), detail]
}

/** The answer to an anonymous client. */
export const notProvided = 'Authentication credentials were not provided.'
export const notAllowed = 'You do not have permission to perform this action.'

export interface Numbered {
  readonly id: number
}

/** Items with the ids 1, 2, 3 and so on. */
export const numbered = (count: number): Numbered[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1 }))

/** The ids of a list body's results. */
export const idsOf = ({ results }: { results: readonly Numbered[] }) => results.map(({ id }) => id)
