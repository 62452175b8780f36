import type { ParameterObject } from './types.ts'

/** A path of a document and its parameters. */
export interface DocumentedPath {
  /** `/notes/{id}/` */
  readonly path: string
  readonly parameters: readonly ParameterObject[]
}

/**
 * The OpenAPI form of a Hono path: `/notes/:id{[0-9]+}/` is `/notes/{id}/`, and `/posts/:slug?` is
 * both `/posts` and `/posts/{slug}`. Empty for a path with `*`, which OpenAPI cannot express.
 */
export function documentedPaths(route: string): DocumentedPath[] {
  const segments = splitSegments(route)
  if (segments.some((segment) => segment === '*')) return []

  const last = segments.at(-1) ?? ''
  const shorter = segments.slice(0, -1)
  return last.startsWith(':') && last.endsWith('?')
    ? [documented(shorter), documented([...shorter, last.slice(0, -1)])]
    : [documented(segments)]
}

/** The static segments of a path: `/notes/:id/` → `['notes']`. */
export const staticSegments = (route: string): string[] =>
  splitSegments(route).filter((segment) => segment !== '' && !/^[:*]/.test(segment))

function documented(segments: readonly string[]): DocumentedPath {
  const parameters: ParameterObject[] = []
  const shown = segments.map((segment) => {
    const [, name, pattern] = /^:([^{?]+)(?:\{(.*)\})?$/.exec(segment) ?? []
    if (name === undefined) return segment
    parameters.push({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string', ...(pattern !== undefined && { pattern: `^(?:${pattern})$` }) },
    })
    return `{${name}}`
  })
  return { path: shown.join('/') || '/', parameters }
}

/** A pattern in braces may contain a slash. */
function splitSegments(route: string): string[] {
  const segments = ['']
  let depth = 0
  for (const character of route) {
    if (character === '{') depth++
    if (character === '}') depth--
    if (character === '/' && depth === 0) segments.push('')
    else segments.push(`${segments.pop()}${character}`)
  }
  return segments
}
