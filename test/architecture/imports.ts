import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { partOf } from './layers.ts'

/** The folder of the sources. */
export const src = resolve(import.meta.dirname, '../../src')

/** A file of `src`. */
export interface SourceFile {
  /** From `src` on: `errors/exceptions.ts`. */
  path: string
  /** What it imports, types included: files of `src` by their path, packages by their name. */
  imports: readonly string[]
}

/** Every file of `src`. */
export function sourceFiles(): SourceFile[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ path, imports: importsOf(join(src, path)) }))
}

/** The imports that are files of `src`. */
export const inside = (imports: readonly string[]): string[] =>
  imports.filter((target) => /\.tsx?$/.test(target))

/** The folders of `src`, and its loose files, that each of them imports. */
export function partsImportedBy(files: readonly SourceFile[]): Map<string, ReadonlySet<string>> {
  return new Map(
    [...Map.groupBy(files, ({ path }) => partOf(path))].map(([part, members]) => {
      const targets = members.flatMap(({ imports }) => inside(imports).map(partOf))
      return [part, new Set(targets.filter((target) => target !== part))]
    }),
  )
}

/** Specifiers of a file's imports and exports; relative ones as paths below `src`. */
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
