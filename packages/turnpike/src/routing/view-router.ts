import { METHOD_NAME_ALL } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import { getPath, mergePath, tryDecodeURIComponent } from 'hono/utils/url'
import { mark } from '../caching/mark.ts'
import { pathOf } from '../http/incoming-request.ts'
import type { View } from '../views/view.ts'

/** A view and the values of the parameters in its path, decoded. */
export interface FoundView {
  readonly view: View
  /** Its path as it was added: `/notes/:id/`. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
}

/** The match that the routers of Hono find. */
type Routed = Omit<FoundView, 'params'>

/** Finds the view of a path as a Hono app does: with its routers, first match first. */
export class ViewRouter {
  readonly #router = new SmartRouter<Routed>({ routers: [new RegExpRouter(), new TrieRouter()] })

  /** @param path in Hono's form: `/notes/:id/`. */
  add(path: string, view: View): void {
    this.#router.add(METHOD_NAME_ALL, mergePath('/', path), { view, path })
    routers.set(view.handlers, this)
  }

  /** Null if the target has no view. */
  find(target: string): FoundView | null {
    const [found, values] = this.#router.match(METHOD_NAME_ALL, decodedPath(target))
    const [first] = found
    if (first === undefined) return null

    const [{ view, path }, names] = first
    const params: Record<string, string> = {}
    for (const name in names) {
      const place = names[name]
      const value = typeof place === 'number' ? values?.[place] : place
      if (value !== undefined) params[name] = tryDecodeURIComponent(value)
    }
    return { view, path, params }
  }
}

/** By their handlers, which the copy of a view shares that answers a form. */
const routers = mark<View['handlers'], ViewRouter>()

/** The router that finds the view, the last one of several; null without `routes`. */
export const routerOf = ({ handlers }: View): ViewRouter | null => routers.get(handlers) ?? null

/** Hono decodes a path before matching, except for what would change its segments. */
export const decodedPath = (target: string): string =>
  target.includes('%') ? getPath({ url: `http://host${target}` } as Request) : pathOf(target)
