import { ApiException } from '../../errors/api-exception.ts'
import type { ApiRequest } from '../../http/request.ts'
import { ApiResponse } from '../../http/response.ts'
import { checkPermissions } from '../../permissions/check.ts'
import { jsonText } from '../../rendering/json.ts'
import { type FoundView, routerOf } from '../../routing/view-router.ts'
import { isObject } from '../../validation/values.ts'
import type { PageContext } from '../page-context.ts'
import { listIn } from './list/rows.ts'
import { mountOf } from './mount.ts'
import { isPath } from './path.ts'

/** The page of an item that a field refers to. */
export interface Related {
  readonly url: string
  /** Null if there is none, or the client may not see it. */
  readonly name: string | null
}

/** The item to which the value of a field refers. Null if it refers to nothing that has a page. */
export type RelatedItems = (field: string, value: unknown) => Related | null

/** Names are read by a GET each. Beyond that many, pages show values. */
const maxNames = 100

/** Milliseconds for the names of a page: later ones are shown as values. */
const patience = 1000

/** The items that the data of a response refer to by the `relations` of the view. */
export async function relatedItems(data: unknown, context: PageContext): Promise<RelatedItems> {
  const { view, status } = context
  const router = view.relations.size === 0 || status >= 300 ? null : routerOf(view)
  const mount = router && mountOf(context, router)
  if (router === null || mount === null) return () => null

  const pages = new Map<string, RelatedPage>()
  for (const item of (listIn(data, context) ?? [data]).filter(isObject)) {
    for (const [field, relation] of view.relations) {
      const segment = segmentOf(item[field])
      if (segment === null) continue
      const key = keyOf(field, segment)
      if (pages.has(key)) continue
      const path = filled(relation.path, segment, context.request.params)
      const found = path === null ? null : router.find(path)
      // Another route may come first: `/rooms/free/` before `/rooms/:id/`.
      if (found?.path !== relation.path || !isPath(mount + path)) continue
      pages.set(key, { url: mount + path, found, name: relation.name })
    }
  }

  const related = new Map<string, Related>()
  const named = [...pages].map(async ([key, { url, found, name }], index) => {
    related.set(key, { url, name: null })
    if (name === null || index >= maxNames) return
    related.set(key, { url, name: await nameOf(found, name, context) })
  })
  await withinPatience(Promise.all(named))
  return (field, value) => {
    const segment = segmentOf(value)
    return (segment !== null && related.get(keyOf(field, segment))) || null
  }
}

/** Waits for what is read, but not for a view that is slow. */
async function withinPatience(reading: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience)
  })
  await Promise.race([reading, late])
  clearTimeout(timer)
}

const keyOf = (field: string, segment: string): string => JSON.stringify([field, segment])

/**
 * The value as a segment of a path. Null if it names no item, as null, lists and objects do not,
 * nor what a browser would resolve.
 */
function segmentOf(value: unknown): string | null {
  if (!['string', 'number', 'bigint'].includes(typeof value)) return null
  const text = `${value}`
  return /^\.{0,2}$/.test(text) ? null : text
}

interface RelatedPage {
  readonly url: string
  readonly found: FoundView
  /** The field with the name of the item. */
  readonly name: string | null
}

/** The path of a route with the value in its last parameter. Null if another one has no value. */
function filled(path: string, segment: string, params: ApiRequest['params']): string | null {
  const names = [...path.matchAll(parameter)].map(([, name = '']) => name)
  const values = [...names.slice(0, -1).map((name) => params[name]), segment]
  if (values.includes(undefined)) return null
  return path.replace(parameter, () => encodeURIComponent((values.shift() ?? '').toWellFormed()))
}

const parameter = /:(\w+)(?:\{[^/]*\})?/g

/** The name of an item, as a GET of its view shows it to the client. */
async function nameOf(
  { view, params }: FoundView,
  field: string,
  { request, view: own }: PageContext,
): Promise<string | null> {
  // With other schemes, the view might not know the client.
  if (!own.authentication.every((scheme) => view.authentication.includes(scheme))) return null

  try {
    const asked = request.forRoute(params)
    await checkPermissions(view, asked)
    const response = await view.handlers.get('GET')?.(asked, view)
    if (!(response instanceof ApiResponse) || response.status !== 200) return null
    // An answer for some clients only must not become part of a page that caches keep for others.
    const { headers } = response
    if (headers.has('Vary') || headers.has('Cache-Control')) return null
    const item: unknown = JSON.parse(jsonText(response.data) ?? 'null')
    const name = isObject(item) ? item[field] : null
    const isShown = typeof name === 'number' || (typeof name === 'string' && name.trim() !== '')
    return isShown ? `${name}` : null
  } catch (error) {
    // The page is about another item, and shows that whatever is wrong with this one.
    if (!(error instanceof ApiException)) own.settings.LOGGER.error({ err: error }, 'related item')
    return null
  }
}
