import { failed } from './errors.ts'
import type { RequestOptions } from './send.ts'

/** One page of a list, whatever its style. */
export interface Page<Item> {
  readonly results: readonly Item[]
  /** How many items the list has. Null if it is not counted, as with cursors. */
  readonly count: number | null
  /** The link to the next page, for `from`. Null if there is none. */
  readonly next: string | null
  readonly previous: string | null
}

export interface PageOptions extends RequestOptions {
  /** A link of another page: its query takes the place of the query given. */
  from?: string | null
}

/** A list: its items one by one, with a request for each page. */
export interface List<Item> extends AsyncIterable<Item> {
  /** Its pages one by one. */
  pages(): AsyncIterableIterator<Page<Item>>
}

type Read = (query: string) => Promise<unknown>

/**
 * The pages and items of a list.
 *
 * Only the query of the links is used: they lead nowhere else, whatever a server or proxy sends.
 */
export function listOf(first: string, read: Read): List<unknown> {
  async function* pages() {
    const seen = new Set<string>()
    for (let query: string | null = first; query !== null; ) {
      if (seen.has(query))
        throw failed('unreadable', `The list leads back to one of its own pages: ${query}.`)
      seen.add(query)
      const page: Page<unknown> = pageOf(await read(query))
      yield page
      query = page.next === null ? null : queryOf(page.next)
    }
  }
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { results } of pages()) yield* results
    },
  }
}

/**
 * The body of a list as a page; a list without pages is its only one.
 *
 * @throws ClientError when it is not a list.
 */
export function pageOf(body: unknown): Page<unknown> {
  const isList = Array.isArray(body)
  const { results, count, next, previous } = isList
    ? { results: body, count: body.length }
    : Object(body)
  if (!Array.isArray(results) || !isLink(next) || !isLink(previous))
    throw failed('unreadable', 'The answer is not a list.')
  return {
    results,
    count: typeof count === 'number' ? count : null,
    next: next ?? null,
    previous: previous ?? null,
  }
}

const isLink = (link: unknown) =>
  link == null || (typeof link === 'string' && URL.canParse(link, base))

/** The query of a link. */
export const queryOf = (link: string): string => new URL(link, base).search

const base = 'http://any'
