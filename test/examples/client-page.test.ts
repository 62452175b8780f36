import type { App } from 'turnpike'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type WrittenPage, writtenPage } from '../support/guide.ts'

let page: WrittenPage
let logged: unknown[][]
beforeAll(async () => {
  page = writtenPage('docs/client.md')
  const { app } = await page.load<{ app: App }>('src/server.ts')
  // The page's service is on a port that another one may have.
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => app.request(url, init))
})
beforeEach(() => {
  logged = []
  vi.spyOn(console, 'log').mockImplementation((...args) => void logged.push(args))
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  page.remove()
})

interface Queries {
  notesQuery(owner: number): {
    queryFn(context: { signal: AbortSignal; pageParam: string | null }): Promise<{
      results: readonly { id: number }[]
      next: string | null
    }>
    initialPageParam: string | null
    getNextPageParam(page: { next: string | null }): string | null
  }
  noteQuery(id: number): { queryFn(context: { signal: AbortSignal }): Promise<{ title: string }> }
  addNote: { mutationFn(note: { title: string; owner: number }): Promise<{ id: number }> }
  messagesOf(error: unknown): Record<string, readonly string[]>
}

describe('the page on the client', () => {
  it('the pages of docs/client.md have the count of the list', async () => {
    await page.load('src/pages.ts')
    expect(logged).toEqual([[3, 2], [1]])
  })

  it('the first example of docs/client.md lists and creates notes', async () => {
    await page.load('src/use.ts')
    expect(logged).toEqual([['Buy tea'], ['Write'], ['Sleep'], [5]])
  })

  it('the update of docs/client.md renames a note', async () => {
    const { rename } = await page.load<{ rename(id: number, title: string): Promise<string> }>(
      'src/rename.ts',
    )
    expect(await rename(1, 'Buy coffee')).toBe('renamed')
    expect(await rename(99, 'Nothing')).toBe('Not found.')
  })

  it('the sign-in of docs/client.md says when there is no such path', async () => {
    const { signIn } = await page.load<{ signIn(...of: string[]): Promise<boolean> }>(
      'src/sign-in.ts',
    )
    expect(await signIn('ann', 'wonderland')).toBe(false)
  })

  it('the queries of docs/client.md page by links and have messages for a form', async () => {
    const queries = await page.load<Queries>('src/queries.ts')
    const { signal } = new AbortController()
    expect(await queries.noteQuery(2).queryFn({ signal })).toMatchObject({ title: 'Read' })
    const { queryFn, initialPageParam, getNextPageParam } = queries.notesQuery(1)
    const first = await queryFn({ signal, pageParam: initialPageParam })
    expect(first.results.map(({ id }) => id)).toEqual([2])
    expect(getNextPageParam(first)).toBeNull()

    const refused = await queries.addNote
      .mutationFn({ title: '', owner: 1 })
      .catch((error: unknown) => error)
    expect(queries.messagesOf(refused)).toEqual({
      title: ['This field may not be blank.'],
      form: [],
    })
  })
})
