import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative, resolve } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { publishedManifest } from '../../tools/manifest.ts'

const root = resolve(import.meta.dirname, '../..')
/** Not the folder in which the command keeps its compiled code: what is old here is removed. */
const cache = join(root, 'node_modules/.cache/turnpike-package')

/** What is published beside the built files. */
const published = [
  ...['package.json', 'README.md', 'LICENSE'],
  ...manifest.files.filter((name) => name !== 'dist'),
]

/** The package as it is published. */
export interface BuiltPackage {
  /** What it contains. Its imports find the libraries of the project. Read only: tests share it. */
  readonly folder: string
  /** What `npm pack` makes of it. */
  readonly tarball: string
}

/**
 * Builds the package, once for all tests that need it as long as its sources are the same. Test files
 * may call it at the same time: one builds, the others wait.
 */
export function builtPackage(): BuiltPackage {
  const built = join(cache, digest())
  const lock = `${built}.lock`
  while (!existsSync(built)) {
    if (!taken(lock)) {
      pause()
      continue
    }
    try {
      build(built)
    } finally {
      rmSync(lock, { recursive: true })
    }
  }
  return {
    folder: join(built, 'package'),
    tarball: join(built, `turnpike-${manifest.version}.tgz`),
  }
}

function build(to: string): void {
  for (const name of readdirSync(cache)) {
    if (!name.endsWith('.lock')) rmSync(join(cache, name), { recursive: true })
  }
  const started = `${to}.started`
  const folder = join(started, 'package')
  mkdirSync(folder, { recursive: true })
  for (const name of published) cpSync(join(root, name), join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'package.json'), publishedManifest())
  const dist = join(folder, 'dist')
  run(join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json', '--outDir', dist])
  run(process.execPath, [join(root, 'tools/bundle.ts'), dist])
  run(process.execPath, [join(root, 'tools/copy-viewer.ts'), join(dist, 'openapi/viewer')])
  run('npm', ['pack', folder, '--silent', '--ignore-scripts', '--pack-destination', started])
  renameSync(started, to)
}

const run = (command: string, args: readonly string[]) =>
  execFileSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })

/** Of all that decides what is built. */
function digest(): string {
  const hash = createHash('sha256')
  const settings = ['tsconfig.json', 'tsconfig.build.json']
  const sources = [...published, 'src', 'tools'].flatMap(filesOf)
  for (const file of [...sources, ...settings].sort()) {
    hash.update(file).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

const filesOf = (name: string): string[] =>
  statSync(join(root, name)).isFile()
    ? [name]
    : readdirSync(join(root, name), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)))

/** Whether this process may build. A lock of two minutes belongs to one that has ended. */
function taken(lock: string): boolean {
  mkdirSync(cache, { recursive: true })
  try {
    mkdirSync(lock)
    return true
  } catch {
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > 120_000) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
