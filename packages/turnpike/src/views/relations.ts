import { ConfigurationError } from '../errors/configuration-error.ts'
import { knownOptions } from '../errors/known-options.ts'

/** The items that a field refers to. */
export interface Relation {
  /**
   * The route of such an item: `/rooms/:id/`. Its last parameter is the value of the field; others
   * have the values that they have in the path of the request.
   */
  path: string
  /** The field of such an item by which people know it. Default: they see the value. */
  name?: string
}

/** Relations by field, as sent. A text is a path. */
export type Relations = Readonly<Record<string, string | Relation>>

/** Relations with their defaults. A name of null: there is none. */
export type ResolvedRelations = ReadonlyMap<string, { path: string; name: string | null }>

const relationOptions = knownOptions<Relation>('the relation', {
  path: 'required',
  name: 'optional',
})

/** @throws ConfigurationError when a relation is invalid. */
export function resolveRelations(view: string, relations: Relations): ResolvedRelations {
  return new Map(
    Object.entries(relations).map(([field, given]) => {
      const relation = typeof given === 'string' ? { path: given } : given
      relationOptions.require(relation, `the relation ${field} of the view ${view}`)
      const { path, name = null } = relation
      if (/^\/.*:\w/.test(path)) return [field, { path, name }]
      throw new ConfigurationError(
        `The relation ${field} of the view ${view} needs the path of a route with a parameter, such as /rooms/:id/, not ${JSON.stringify(path)}.`,
      )
    }),
  )
}

/**
 * Checks that the relations of the views lead to views.
 *
 * @throws ConfigurationError when a route is missing, or has no GET.
 */
export function requireRelated(views: ReadonlyMap<string, RelatedView>): void {
  for (const { name, relations } of views.values()) {
    for (const [field, { path }] of relations) {
      if (views.get(path)?.handlers.has('GET')) continue
      throw new ConfigurationError(
        `The relation ${field} of the view ${name} leads to ${path}, which is no route with GET: write the path as in routes().`,
      )
    }
  }
}

interface RelatedView {
  readonly name: string
  readonly relations: ResolvedRelations
  readonly handlers: ReadonlyMap<string, unknown>
}
