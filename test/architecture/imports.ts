import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript-6.0'
import { builtPackages, type Package, subpathsOf } from '../../tools/packages.ts'
import { partOf } from './layers.ts'

/** A file of the sources. */
export interface SourceFile {
  /** The package that it belongs to: `@turnpike/sql`. */
  package: string
  /**
   * From the folder of the sources on: `errors/exceptions.ts`. In a package of one folder from its
   * name on: `redis/sessions.ts`.
   */
  path: string
  /** The same, absolute. */
  file: string
  /** What it imports, types included: files of the sources by their path, libraries by their name. */
  imports: readonly string[]
  /** What it says of other packages: `turnpike/kit`. */
  siblings: readonly string[]
}

/** Every file of the sources of all packages. */
export function sourceFiles(): SourceFile[] {
  return builtPackages.flatMap((each) =>
    readdirSync(join(each.folder, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .sort()
      .map((path) => sourceFile(each, path.replaceAll('\\', '/'))),
  )
}

function sourceFile(given: Package, path: string): SourceFile {
  const file = join(given.folder, 'src', path)
  const specifiers = specifiersIn(readFileSync(file, 'utf8'))
  return {
    package: given.name,
    path: pathIn(given, path),
    file,
    imports: specifiers.map((specifier) =>
      specifier.startsWith('.')
        ? pathIn(given, relative(join(given.folder, 'src'), join(dirname(file), specifier)))
        : (siblings.get(specifier) ?? specifier),
    ),
    siblings: specifiers.filter((specifier) => siblings.has(specifier)),
  }
}

/** Packages with one folder have its name. */
const ofOneFolder = ['client', 'redis', 'replay', 'signatures', 'testing']

const pathIn = ({ path }: Package, source: string): string => {
  const name = path.replace('packages/', '')
  return ofOneFolder.includes(name) ? `${name}/${source}` : source
}

/** The files that other packages import, by specifier. */
const siblings: ReadonlyMap<string, string> = new Map(
  builtPackages.flatMap((each) =>
    subpathsOf(each).map(({ name, target }) => [
      name,
      pathIn(each, target.source.replace('./src/', '')),
    ]),
  ),
)

/** The imports that are files of the sources. */
export const inside = (imports: readonly string[]): string[] =>
  imports.filter((target) => /\.tsx?$/.test(target))

/** The folders of the sources, and loose files, that each of them imports. */
export function partsImportedBy(files: readonly SourceFile[]): Map<string, ReadonlySet<string>> {
  return new Map(
    [...Map.groupBy(files, ({ path }) => partOf(path))].map(([part, members]) => {
      const targets = members.flatMap(({ imports }) => inside(imports).map(partOf))
      return [part, new Set(targets.filter((target) => target !== part))]
    }),
  )
}

/** The packages that each package imports. */
export const packagesImportedBy = (
  files: readonly SourceFile[],
): Map<string, ReadonlySet<string>> =>
  new Map(
    [...Map.groupBy(files, (file) => file.package)].map(([name, members]) => [
      name,
      new Set(members.flatMap(({ siblings }) => siblings.map(packageOf))),
    ]),
  )

/** `turnpike/kit` → `turnpike`, `@turnpike/sql/node` → `@turnpike/sql`. */
export const packageOf = (specifier: string): string =>
  /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier

/** Of imports, exports and `import()`, types included. */
const specifiersIn = (source: string): string[] =>
  ts.preProcessFile(source).importedFiles.map(({ fileName }) => fileName)
