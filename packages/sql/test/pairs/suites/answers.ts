import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { type TestClient, testClient } from '@turnpike/testing'
import { createApi, type ListViewOptions, routes, type Settings } from 'turnpike'
import { expectSame } from '../../../../testing/src/contracts/expect.ts'

// biome-ignore lint/suspicious/noExplicitAny: the suites list any rows
type ListOptions = ListViewOptions<any>

/** A client of an app whose only view, at `/`, is a list with seven items on a page. */
export function listClient(list: ListOptions, settings: Settings = {}): TestClient {
  const api = createApi({ LOGGER: silentLogger, PAGE_SIZE: 7, ...settings })
  return testClient(routes(api, { '/': api.listView(list) }))
}

/** Requires the status and the body of an answer. */
export async function expectAnswer(
  response: Response,
  [status, body]: readonly [number, unknown],
  about: string,
): Promise<void> {
  const text = await response.text()
  const found = text === '' ? null : JSON.parse(text)
  expectSame([response.status, found], [status, body], about)
}

export interface Page {
  readonly results: readonly { readonly id: number }[]
  readonly next: string | null
  readonly previous: string | null
}

/** The body of a 200. */
export async function pageOf(response: Response, about: string): Promise<Page> {
  const text = await response.text()
  expectSame(response.status, 200, `the status of ${about}, which answers ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

export const idsOn = ({ results }: Page): number[] => results.map(({ id }) => id)
