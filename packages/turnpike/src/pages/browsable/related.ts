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
  /** Null: there is none, or the client may not see it. */
  readonly name: string | null
}

/** What the value of a field refers to. Null: nothing that has a page. */
export type RelatedItems = (field: string, value: unknown) => Related | null

/** Names are read by a GET each. Beyond that many, pages show values. */
const maxNames = 100

/** The items that the data of a response refer to by the `relations` of the view. */
export async function relatedItems(data: unknown, context: PageContext): Promise<RelatedItems> {
  const { view, status } = context
  const router = view.relations.size === 0 || status >= 300 ? null : routerOf(view)
  const mount = router && mountOf(context, router)
  if (router === null || mount === null) return () => null

  const pages = new Map<string, RelatedPage>()
  for (const item of (listIn(data, context) ?? [data]).filter(isObject)) {
    for (const [field, relation] of view.relations) {
      const key = keyOf(field, item[field])
      if (pages.has(key)) continue
      const path = filled(relation.path, item[field], context.request.params)
      const found = path === null ? null : router.find(path)
      // Another route may come first: `/rooms/free/` before `/rooms/:id/`.
      if (found?.path !== relation.path || !isPath(mount + path)) continue
      pages.set(key, { url: mount + path, found, name: relation.name })
    }
  }

  const named = await Promise.all(
    [...pages].map(async ([key, { url, found, name }], index): Promise<[string, Related]> => {
      const isNamed = name !== null && index < maxNames
      return [key, { url, name: isNamed ? await nameOf(found, name, context) : null }]
    }),
  )
  const related = new Map(named)
  return (field, value) => related.get(keyOf(field, value)) ?? null
}

const keyOf = (field: string, value: unknown): string => `${field} ${value}`

interface RelatedPage {
  readonly url: string
  readonly found: FoundView
  /** The field with the name of the item. */
  readonly name: string | null
}

/** The path of a route with the value in its last parameter. Null: it, or another, has no value. */
function filled(path: string, value: unknown, params: ApiRequest['params']): string | null {
  if (!['string', 'number', 'bigint'].includes(typeof value) || value === '') return null
  const names = [...path.matchAll(parameter)].map(([, name = '']) => name)
  const values = [...names.slice(0, -1).map((name) => params[name]), `${value}`]
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
