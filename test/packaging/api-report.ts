import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { builtPackage } from '../support/built-package.ts'
import { extras } from '../support/extras.ts'

const root = resolve(import.meta.dirname, '../..')

/** The library, one of the extras. */
export const apiExtractor = join(extras, '@microsoft/api-extractor')

/** Where the reports are kept: that of `turnpike/kysely` in `kysely.api.md`. */
export const reports = join(root, 'api')

/** `.` → `turnpike`, `./kysely` → `kysely`. */
const entries = Object.entries(manifest.exports).flatMap(([path, target]) =>
  typeof target === 'string'
    ? []
    : [{ report: `${path === '.' ? 'turnpike' : path.slice(2)}.api.md`, types: target.types }],
)

/** The reports by the names of their files. */
export function apiReports(): Map<string, string> {
  const folder = declarations()
  try {
    writeReports(folder)
    return new Map(
      entries.map(({ report }) => [report, readFileSync(join(folder, 'reports', report), 'utf8')]),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A report as it is kept, empty if there is none. */
export function keptReport(name: string): string {
  const path = join(reports, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** The declarations of the package, outside of `node_modules`: there they would be another's. */
function declarations(): string {
  const folder = mkdtempSync(join(tmpdir(), 'api-'))
  const built = builtPackage().folder
  cpSync(join(built, 'package.json'), join(folder, 'package.json'))
  cpSync(join(built, 'dist'), join(folder, 'dist'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'reports'))
  return folder
}

function writeReports(folder: string): void {
  const { CompilerState, Extractor, ExtractorConfig } = loadExtractor()
  const files = entries.map(({ types }) => join(folder, types))
  const configs = entries.map(({ report }, index) =>
    ExtractorConfig.prepare({
      packageJsonFullPath: join(folder, 'package.json'),
      configObject: {
        projectFolder: folder,
        mainEntryPointFilePath: files[index],
        newlineKind: 'lf',
        compiler: { overrideTsconfig: { compilerOptions, files } },
        apiReport: {
          enabled: true,
          reportFileName: report,
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
