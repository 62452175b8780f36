import type { View } from 'turnpike'
import { routerOf } from 'turnpike/internal/routing/view-router'
import type { Check, Finding } from '../finding.ts'

/** `views.shadowed` */
export const viewsAreReached: Check = {
  isForDeploy: false,
  find: ({ views }) => (views === null ? [] : shadowedViews(views)),
}

/** The views that no request reaches. `turnpike dev` warns of them, too. */
export const shadowedViews = (views: ReadonlyMap<string, View>): Finding[] =>
  [...views].flatMap(([path, view]): Finding[] => {
    const example = exampleOf(path)
    const found = example === null ? null : routerOf(view)?.find(example)
    if (!found || found.path === path) return []
    return [
      {
        id: 'views.shadowed',
        severity: 'warning',
        message: `No request reaches the view at ${path}: ${found.path} comes before it and matches, too.`,
        remedy: `Put ${path} before ${found.path} in routes(), or remove one of them.`,
      },
    ]
  })

/**
 * A path that the view should answer, unlikely to be meant by another one. Null if its parameters
 * have patterns.
 */
const exampleOf = (path: string): string | null =>
  path.includes('{')
    ? null
    : path.replaceAll(/:\w+\??/g, 'an-example').replaceAll('*', 'an/example/of/a/path')
