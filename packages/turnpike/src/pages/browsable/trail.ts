import { html } from 'hono/html'
import { routerOf, type ViewRouter } from '../../routing/view-router.ts'
import type { Html } from '../html.ts'
import type { PageContext } from '../page-context.ts'
import { translateFor } from '../translate.ts'
import { mountOf, startsIn } from './mount.ts'
import { isPath } from './path.ts'
import { visibleText } from './visible-text.ts'

/**
 * Links to the pages above this one, by its path: those of `/rooms/1/bookings/` are the home page,
 * Rooms and Room 1. Null if there are none.
 */
export function trail({ request, view }: PageContext): Html | null {
  const { path } = request
  const router = routerOf(view)
  if (router === null || !isPath(path)) return null

  const t = translateFor(request)
  const mount = mountOf({ request, view }, router)
  if (mount === null) return null
  const above = startsIn(path).flatMap((end) => {
    const url = path.slice(0, end + 1)
    const found =
      end < mount.length || url === path ? null : viewAt(url.slice(mount.length), router)
    if (found === null) return []
    return [{ url: found.hasSlash ? url : url.slice(0, -1), name: found.name ?? t('Home') }]
  })
  return above.length === 0
    ? null
    : html`<nav class="trail" aria-label="${t('Above this page')}"><ol>${above.map(({ name, url }) => html`<li><a href="${url}">${name}</a></li>`)}</ol></nav>`
}

interface PageAbove {
  /** Null means the home page. */
  readonly name: string | null
  /** Whether its path ends with a slash. */
  readonly hasSlash: boolean
}

/** @param path with a slash at the end, which its view need not have. */
function viewAt(path: string, router: ViewRouter): PageAbove | null {
  const withSlash = router.find(path)
  // No route has the empty path.
  const found = withSlash ?? (path === '/' ? null : router.find(path.slice(0, -1)))
  if (found === null || found.path.includes('*') || !found.view.handlers.has('GET')) return null

  const hasSlash = withSlash !== null
  const { name } = found.view
  if (path === '/') return { name: null, hasSlash }
  // The item, not its kind: `Room 1`.
  const [, last] = /:(\w+)[^/]*\/?$/.exec(found.path) ?? []
  const key = last === undefined ? '' : ` ${visibleText(found.params[last] ?? '')}`
  return { name: name + key, hasSlash }
}
