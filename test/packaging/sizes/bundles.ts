import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type OutputChunk, rolldown } from 'rolldown'
import { installPackages } from '../../support/built-packages.ts'

/** A program bundled for Cloudflare Workers, minified. */
export interface Bundle {
  /** Its files. */
  readonly folder: string
  /** The file that the runtime loads, and the others that it loads with it. */
  readonly started: readonly string[]
  /** Bytes of these after gzip -9. */
  readonly start: number
  /** Bytes of those that are loaded on demand. */
  readonly onDemand: number
}

/** A folder with the programs, in which the package is installed as it is published. */
export function workersFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-sizes-'))
  cpSync(join(import.meta.dirname, 'workers'), folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  installPackages(join(folder, 'node_modules'))
  return folder
}

/** Bundles a program of the folder, with the conditions that Workers set. */
export async function bundleOf(folder: string, name: string): Promise<Bundle> {
  const bundle = await rolldown({
    cwd: folder,
    input: `${name}.ts`,
    platform: 'browser',
    resolve: { conditionNames: ['workerd', 'worker', 'browser', 'import', 'default'] },
  })
  const written = { dir: join(folder, `${name}-bundle`), minify: true, entryFileNames: 'worker.js' }
  const { output } = await bundle.write(written)
  const chunks = new Map(
    output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  )
  const started = loadedWith('worker.js', chunks)
  const all = [...chunks.keys()]
  const sizeOf = (names: readonly string[]) =>
    names.reduce((sum, file) => sum + gzipped(chunks.get(file)?.code ?? ''), 0)
  const onDemand = sizeOf(all.filter((file) => !started.includes(file)))
  return { folder: written.dir, started, start: sizeOf(started), onDemand }
}

/** A file and those that it imports, or that these import. */
function loadedWith(entry: string, chunks: ReadonlyMap<string, OutputChunk>): string[] {
  const loaded = new Set<string>()
  const load = (name: string) => {
    if (loaded.has(name)) return
    loaded.add(name)
    for (const imported of chunks.get(name)?.imports ?? []) if (chunks.has(imported)) load(imported)
  }
  load(entry)
  return [...loaded]
}

const gzipped = (text: string): number => gzipSync(text, { level: 9 }).length
