import { oneView } from '@turnpike/test-support/one-view.ts'
import type { TestClient } from '@turnpike/testing'
import { jsonRenderer, problemRenderer, type Settings, type ViewOptions } from '../../src/index.ts'
import { type BrowsableRendererOptions, browsableRenderer } from '../../src/pages/index.ts'

/** What browsers send when a URL is typed in. */
export const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** A browser at an app whose only view stands at `/` and has pages. */
export const browser = (
  view: ViewOptions,
  options?: BrowsableRendererOptions,
  settings?: Settings,
): TestClient =>
  oneView(
    { renderers: [jsonRenderer(), problemRenderer(), browsableRenderer(options)], ...view },
    settings,
    { headers: { Accept: browserAccept } },
  )

/** The markup of the page at a path. */
export const markup = async (client: TestClient, path = '/'): Promise<string> =>
  (await client.get(path)).text()

/** The text of the first element that opens with `start`: `'<h1'`. Elements inside it are read through. */
export function textOf(page: string, start: string): string {
  const open = page.indexOf(start)
  if (open < 0) throw new Error(`The page has no ${start}.`)
  const name = /^<(\w+)/.exec(start)?.[1]
  const from = page.indexOf('>', open) + 1
  return plain(page.slice(from, page.indexOf(`</${name}>`, from)))
}

/** The body of the response as the page shows it. */
export const shownBody = (page: string): string => textOf(page, '<pre class="body"')

/** The header fields that the page shows, by name. */
export const shownFields = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name = '', value = '']) => [
      plain(name),
      plain(value),
    ]),
  )

/** Markup as a browser shows it. */
const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: keyof typeof characters) => characters[name])

const characters = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" } as const
