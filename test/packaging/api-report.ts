import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import {
  builtPackages as compiled,
  type Package,
  publicSubpathsOf,
  root,
} from '../../tools/packages.ts'
import { builtPackages, installPackages } from '../support/built-packages.ts'
import { extras } from '../support/extras.ts'

/** The library, one of the extras. */
export const apiExtractor = join(extras, '@microsoft/api-extractor')

/** A report of a package: `packages/sql/api/drizzle.api.md`. */
interface Report {
  /** From the root of the repository. */
  readonly path: string
  /** The declarations of the subpath, from the folder of the package. */
  readonly types: string
}

/** `@turnpike/sql` → `index.api.md`, `@turnpike/sql/drizzle` → `drizzle.api.md`. */
const reportsOf = (given: Package): Report[] =>
  publicSubpathsOf(given).map(({ name, target }) => ({
    path: join(given.path, 'api', `${name.slice(given.name.length + 1) || 'index'}.api.md`),
    types: target.types,
  }))

/** The reports by their paths. A report ends at the border of its package. */
export function apiReports(): Map<string, string> {
  return new Map(compiled.flatMap((each) => [...reportsIn(each)]))
}

function reportsIn(given: Package): Map<string, string> {
  const folder = declarations(given)
  const reports = reportsOf(given)
  try {
    writeReports(folder, reports)
    return new Map(
      reports.map(({ path }) => [
        path,
        readFileSync(join(folder, 'reports', basename(path)), 'utf8'),
      ]),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The reports that are kept, by their paths. */
export function keptReports(): Map<string, string> {
  const paths = globSync('packages/*/api/*.api.md', { cwd: root })
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

/** The declarations of a package, outside of `node_modules`: there they would be another's. */
function declarations({ name }: Package): string {
  const folder = mkdtempSync(join(tmpdir(), 'api-'))
  const built = join(builtPackages().modules, name)
  cpSync(join(built, 'package.json'), join(folder, 'package.json'))
  cpSync(join(built, 'dist'), join(folder, 'dist'), { recursive: true })
  installPackages(join(folder, 'node_modules'))
  mkdirSync(join(folder, 'reports'))
  return folder
}

function writeReports(folder: string, reports: readonly Report[]): void {
  const { CompilerState, Extractor, ExtractorConfig } = loadExtractor()
  const files = reports.map(({ types }) => join(folder, types))
  const configs = reports.map(({ path }, index) =>
    ExtractorConfig.prepare({
      packageJsonFullPath: join(folder, 'package.json'),
      configObject: {
        projectFolder: folder,
        mainEntryPointFilePath: files[index],
        newlineKind: 'lf',
        compiler: { overrideTsconfig: { compilerOptions, files } },
        apiReport: {
          enabled: true,
          reportFileName: basename(path),
          reportFolder: join(folder, 'reports'),
          reportTempFolder: join(folder, 'temporary'),
          includeForgottenExports: true,
        },
        docModel: { enabled: false },
        tsdocMetadata: { enabled: false },
      },
    }),
  )
  const compilerState = CompilerState.create(configs[0], { additionalEntryPoints: files })
  for (const config of configs) {
    Extractor.invoke(config, { compilerState, localBuild: true, messageCallback: raiseErrors })
  }
}

const compilerOptions = {
  target: 'ES2024',
  lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable', 'ESNext.Disposable'],
  types: ['node'],
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  strict: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  noEmit: true,
}

/** Its warnings are about documentation, which has tests of its own. */
function raiseErrors(message: Message): void {
  message.handled = true
  if (message.category === 'Compiler') throw new Error(message.text)
}

interface Message {
  category: string
  text: string
  handled: boolean
}

/** What is used of the library: its types are there only where it is installed. */
interface ApiExtractor {
  CompilerState: { create(config: unknown, options: object): unknown }
  Extractor: { invoke(config: unknown, options: object): unknown }
  ExtractorConfig: { prepare(options: object): unknown }
}

const loadExtractor = (): ApiExtractor => createRequire(import.meta.url)(apiExtractor)
