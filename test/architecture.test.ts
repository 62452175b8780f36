import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = resolve(import.meta.dirname, '../src')

/** The layers from the top down. A file may import from its own layer and those below it. */
const layers = [
  ['cli'],
  ['service'],
  ['kysely', 'node', 'openapi', 'pages', 'redis', 'testing'],
  ['index.ts'],
  ['api.ts', 'routes.ts', 'views', 'settings', 'sessions', 'tokens'],
  ['authentication', 'permissions', 'throttling', 'parsing', 'rendering', 'validation'].concat(
    'pagination',
  ),
  ['http', 'errors', 'accounts', 'items', 'caching'],
]
const edges = layers.slice(0, 3).flat()
const chapters = layers[5] ?? []

describe('the architecture', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, imports: importsOf(join(src, path)) }))

  it('has a layer for every file', () => {
    expect(files.filter(({ path }) => layerOf(path) < 0)).toEqual([])
  })

  it('has at most 15 files in a folder', () => {
    const folders = Map.groupBy(files, ({ path }) => dirname(path))
    const full = [...folders].filter(([, { length }]) => length > 15)
    expect(full.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([])
  })

  it('has no line of a comment that is longer than 100 columns', () => {
    const long = files.flatMap(({ path }) =>
      readFileSync(join(src, path), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          line.length > 100 && /^ *(?:\*|\/\/|\/\*)/.test(line) ? [`${path}:${index + 1}`] : [],
        ),
    )
    expect(long).toEqual([])
  })

  it('imports go down', () => {
    const upward = files.flatMap(({ path, imports }) =>
      inside(imports)
        .filter((target) => layerOf(target) < layerOf(path))
        .map((target) => `${path} → ${target}`),
    )
    expect(upward).toEqual([])
  })

  it('a chapter never imports another chapter', () => {
    const across = files.flatMap(({ path, imports }) =>
      inside(imports)
        .filter((target) => chapters.includes(part(path)) && chapters.includes(part(target)))
        .filter((target) => part(target) !== part(path))
        .map((target) => `${path} → ${target}`),
    )
    expect(across).toEqual([])
  })

  it('nothing below the edges imports node: or a package that needs it', () => {
    const needsNode = /^(node:|@hono\/node-server|better-sqlite3|pg$|redis$|pino|commander)/
    const found = files
      .filter(({ path }) => !edges.includes(part(path)))
      .flatMap(({ path, imports }) =>
        imports.filter((target) => needsNode.test(target)).map((target) => `${path} → ${target}`),
      )
    expect(found).toEqual([])
  })

  it('the core does not know Kysely', () => {
    const found = files
      .filter(({ path }) => !edges.includes(part(path)))
      .filter(({ imports }) => imports.some((target) => target.startsWith('kysely')))
    expect(found.map(({ path }) => path)).toEqual([])
  })

  it('imports have no cycles', () => {
    const graph = new Map(files.map(({ path, imports }) => [path, inside(imports)]))
    expect(findCycle(graph)).toEqual([])
  })
})

/** `errors/exceptions.ts` → `errors`, `api.ts` → `api.ts`. */
const part = (path: string) => path.split('/')[0] ?? path

const layerOf = (path: string) => layers.findIndex((layer) => layer.includes(part(path)))

const inside = (imports: readonly string[]) => imports.filter((target) => /\.tsx?$/.test(target))

/** Specifiers of a file's imports and exports, types included; relative ones as paths below `src`. */
function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const specifiers = source.matchAll(/^(?:import|export)\b[^'"]*?['"]([^'"\n]+)['"]/gm)
  const dynamic = source.matchAll(/\bimport\(\s*['"]([^'"\n]+)['"]/g)
  return [...specifiers, ...dynamic].map(([, specifier = '']) =>
    specifier.startsWith('.')
      ? relative(src, resolve(dirname(file), specifier)).replaceAll('\\', '/')
      : specifier,
  )
}

/** The files of one import cycle, or an empty list. Type imports count too. */
function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const visit = (path: string, trail: string[]): string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path]
    if (done.has(path)) return []
    for (const target of graph.get(path) ?? []) {
      const cycle = visit(target, [...trail, path])
      if (cycle.length > 0) return cycle
    }
    done.add(path)
    return []
  }
  return [...graph.keys()].map((path) => visit(path, [])).find((cycle) => cycle.length > 0) ?? []
}
