import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtPackages, root } from '../tools/packages.ts'
import {
  inside,
  packageOf,
  packagesImportedBy,
  type SourceFile,
  sourceFiles,
} from './architecture/imports.ts'
import { layerOf, layers, partOf } from './architecture/layers.ts'

const partsWhere = (wanted: 'isEdge' | 'isDivided'): string[] =>
  layers.filter((layer) => layer[wanted]).flatMap(({ parts }) => Object.keys(parts))

const edges = partsWhere('isEdge')
const chapters = partsWhere('isDivided')

describe('the architecture', () => {
  const files = sourceFiles()
  const parents = [...new Set(files.map(({ path }) => `${dirname(path)}/`))]

  it('every file has a layer', () => {
    expect(files.filter(({ path }) => layerOf(path) < 0)).toEqual([])
  })

  it('a folder has at most 15 files', () => {
    const folders = Map.groupBy(files, ({ path }) => dirname(path))
    const full = [...folders].filter(([, { length }]) => length > 15)
    expect(full.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([])
  })

  it('no comment line is longer than 100 columns', () => {
    const long = files.flatMap(({ path, file }) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          line.length > 100 && /^ *(?:\*|\/\/|\/\*)/.test(line) ? [`${path}:${index + 1}`] : [],
        ),
    )
    expect(long).toEqual([])
  })

  it('no line of src has a word that sends its reader back to the start of the sentence', () => {
    // A license and passwords are in the words of others.
    const own = files.filter(({ path }) => !path.endsWith('/common-passwords.ts'))
    const words =
      /\b(?:told|tell(?:s|ing)?|who(?:ever|m(?:ever)?)|shall|anew)\b|that is none|makes? way/i
    const found = own.flatMap(({ path, file }) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (words.test(line) ? [`${path}:${index + 1}`] : [])),
    )
    expect(found).toEqual([])
  })

  it('no comment of src begins with its object, and a maximum is called a maximum', () => {
    // “Of two columns, the last …”, “That of the user”, “Null: none”, `mostRows`.
    const shapes = /(?:\/\*\*|^ *\*|\/\/) (?:Of|That) |\bNull: |; null: |\bmost[A-Z]|has not the/
    const found = files.flatMap(({ path, file }) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (shapes.test(line) ? [`${path}:${index + 1}`] : [])),
    )
    expect(found).toEqual([])
  })

  it('every file that a comment names exists, from its folder, from src or from the root', () => {
    const missing = files.flatMap(({ path, file }) => {
      const src = file.slice(0, file.lastIndexOf('/src/') + 4)
      return filesNamedInComments(readFileSync(file, 'utf8'))
        .filter((name) => ![dirname(file), src, root].some(has(name)))
        .map((name) => `${path}: ${name}`)
    })
    expect(missing).toEqual([])
  })

  it('imports go down the layers', () => {
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
        .filter((target) => chapters.includes(partOf(path)) && chapters.includes(partOf(target)))
        .filter((target) => partOf(target) !== partOf(path))
        .map((target) => `${path} → ${target}`),
    )
    expect(across).toEqual([])
  })

  it('nothing below the edges imports node: or a package that needs it', () => {
    const needsNode = /^(node:|better-sqlite3|pg$|redis$|pino|commander)/
    const found = files
      .filter(({ path }) => !edges.includes(partOf(path)))
      .flatMap(({ path, imports }) =>
        imports.filter((target) => needsNode.test(target)).map((target) => `${path} → ${target}`),
      )
    expect(found).toEqual([])
  })

  it('the core does not know Kysely', () => {
    const found = files
      .filter(({ path }) => !edges.includes(partOf(path)))
      .filter(({ imports }) => imports.some((target) => target.startsWith('kysely')))
    expect(found.map(({ path }) => path)).toEqual([])
  })

  it('the list cache is imported by createApi alone, which can leave it out', () => {
    const importers = files.filter(({ imports }) => imports.includes('caching/list-cache.ts'))
    expect(importers.map(({ path }) => path)).toEqual(['api.ts'])
  })

  it('nothing but the caching folders makes a table by identity', () => {
    const found = files
      .filter(({ path }) => !path.startsWith('caching/'))
      .filter(({ file }) => /\bnew Weak(Map|Set)\b/.test(readFileSync(file, 'utf8')))
    expect(found.map(({ path }) => path)).toEqual([])
  })

  it('folders beside each other import each other in one direction', () => {
    const vocabulary = Object.keys(layers.at(-1)?.parts ?? {})
    const above = files.filter(({ path }) => !vocabulary.includes(partOf(path)))
    const graphs = [
      foldersWithin('', above),
      ...parents.map((folder) => foldersWithin(folder, files)),
    ]
    expect(graphs.map(findCycle).filter((cycle) => cycle.length > 0)).toEqual([])
  })

  it('imports have no cycles', () => {
    const graph = new Map(files.map(({ path, imports }) => [path, inside(imports)]))
    expect(findCycle(graph)).toEqual([])
  })
})

describe('the walls between packages', () => {
  const files = sourceFiles()
  const imported = packagesImportedBy(files)

  it('a package imports no file of another one: only what its manifest exports', () => {
    const climbing = files.filter(({ file }) =>
      [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)].some(
        ([, specifier = '']) =>
          !resolve(dirname(file), specifier).startsWith(file.slice(0, file.indexOf('/src/') + 5)),
      ),
    )
    expect(climbing.map(({ file }) => file)).toEqual([])
  })

  it.each(builtPackages)('$name names the siblings that it imports as its peers', (each) => {
    const { name, manifest } = each
    const peers = Object.keys(manifest.peerDependencies ?? {}).filter((peer) =>
      builtPackages.some((other) => other.name === peer),
    )
    expect([...(imported.get(name) ?? [])].toSorted()).toEqual(peers.toSorted())
  })

  it('packages import each other in one direction', () => {
    const graph = new Map([...imported].map(([name, others]) => [name, [...others]]))
    expect(findCycle(graph)).toEqual([])
  })

  it('what a service may lack is never imported at its start', () => {
    const optional = builtPackages.flatMap(({ name, manifest }) =>
      Object.entries(manifest.peerDependenciesMeta ?? {})
        .filter(([peer, meta]) => meta.optional === true && /turnpike/.test(peer))
        .map(([peer]) => ({ name, peer })),
    )
    // These are texts of files that `turnpike make` writes.
    const read = files.filter(({ path }) => !path.startsWith('cli/commands/make/texts/'))
    const found = read.flatMap((file) =>
      [...readFileSync(file.file, 'utf8').matchAll(/^import (?!type\b)[^'"]*?'([^']+)'/gm)]
        .filter(([statement]) => !/\{(?:\s*type [^,}]+,?)+\s*\}/.test(statement))
        .map(([, specifier = '']) => packageOf(specifier))
        .filter((peer) => optional.some((o) => o.name === file.package && o.peer === peer))
        .map((peer) => `${file.path} → ${peer}`),
    )
    expect(found).toEqual([])
  })
})

/** Sources, tests and pages: `negotiate.ts`, `docs/caching.md`. Not those imported by an example. */
const filesNamedInComments = (source: string): string[] =>
  source
    .split('\n')
    .filter((line) => /^ *(?:\*|\/\/|\/\*)/.test(line))
    .flatMap((line) => line.match(/(?<![\w./-])[\w/.-]*\w\.(?:ts|md)\b/g) ?? [])

const has = (name: string) => (folder: string) => existsSync(join(folder, name))

/**
 * The folders within a folder, and which of the others each of them imports.
 *
 * @param folder with a slash at the end; empty for `src`.
 */
function foldersWithin(folder: string, files: readonly SourceFile[]): Map<string, string[]> {
  const folderOf = (path: string) => {
    const [name, ...rest] = path.startsWith(folder) ? path.slice(folder.length).split('/') : []
    return name === undefined || rest.length === 0 ? null : folder + name
  }
  const graph = new Map<string, string[]>()
  for (const { path, imports } of files) {
    const own = folderOf(path)
    if (own === null) continue
    const others = inside(imports).map(folderOf)
    const targets = others.filter((other) => other !== null && other !== own) as string[]
    graph.set(own, [...(graph.get(own) ?? []), ...targets])
  }
  return graph
}

/** The files, or folders, of one import cycle, or an empty list. Type imports count too. */
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
