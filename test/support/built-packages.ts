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
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { publishedManifest } from '../../tools/manifest.ts'
import { builtPackages as compiled, type Package, root } from '../../tools/packages.ts'

/** Not in `node_modules`, where Node takes no types out of sources. What is old here is removed. */
const cache = join(root, '.cache/packages')

/** The packages as they are published. Read only: tests share them. */
export interface BuiltPackages {
  /**
   * A `node_modules` with all of them: `turnpike` and `@turnpike/…`. Their imports find the libraries
   * of the project.
   */
  readonly modules: string
  /** What `npm pack` makes of one. */
  tarballOf(name: string): string
}

/**
 * Builds the packages, once for all tests that need them as long as their sources are the same. Test
 * files may call it at the same time: one builds, the others wait.
 */
export function builtPackages(): BuiltPackages {
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
    modules: join(built, 'node_modules'),
    tarballOf: (name) => join(built, tarballName(name)),
  }
}

/**
 * Makes a `node_modules` as an application has it: the packages as they are published, and the
 * libraries of the project as links.
 *
 * @param replaced other libraries for these names; null leaves a library or a package out.
 */
export function installPackages(
  modules: string,
  replaced: Readonly<Record<string, string | null>> = {},
): void {
  mkdirSync(modules, { recursive: true })
  for (const name of libraries()) {
    const target = replaced[name] === undefined ? name : replaced[name]
    if (target === null) continue
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', target), join(modules, name))
  }
  const built = builtPackages().modules
  for (const { name } of compiled) {
    if (replaced[name] === null) continue
    cpSync(join(built, name), join(modules, name), { recursive: true })
  }
}

/** What npm has installed beside the workspaces: `kysely`, `@noble/hashes`, `.bin`. */
const libraries = (): string[] =>
  readdirSync(join(root, 'node_modules')).flatMap((name) => {
    if (name === 'turnpike' || name === '@turnpike' || name === '.cache') return []
    if (!name.startsWith('@')) return [name]
    return readdirSync(join(root, 'node_modules', name)).map((inner) => `${name}/${inner}`)
  })

const tarballName = (name: string) => {
  const { version } = compiled.find((each) => each.name === name)?.manifest ?? {}
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
}

function build(to: string): void {
  for (const name of readdirSync(cache)) {
    if (!name.endsWith('.lock')) rmSync(join(cache, name), { recursive: true })
  }
  const started = `${to}.started`
  const tree = join(started, 'tree')
  copyTree(tree)
  run(process.execPath, ['tools/build.ts'], tree)
  const folders = compiled.map((each) => publish(each, tree, join(started, 'node_modules')))
  rmSync(tree, { recursive: true })
  run(
    'npm',
    ['pack', ...folders, '--silent', '--ignore-scripts', '--pack-destination', started],
    started,
  )
  renameSync(started, to)
}

/** The build writes beside the sources, so it works on a copy of them. */
function copyTree(tree: string): void {
  for (const name of inputs()) cpSync(join(root, name), join(tree, name), { recursive: true })
  const modules = join(tree, 'node_modules')
  mkdirSync(join(modules, '@turnpike'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name === 'turnpike' || name === '@turnpike') continue
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  for (const { name, path } of compiled) symlinkSync(join(tree, path), join(modules, name))
}

/** What decides what is built. */
const inputs = (): string[] => [
  ...['package.json', 'tsconfig.base.json', 'tools'],
  ...compiled.flatMap(({ path, manifest }) =>
    ['package.json', 'tsconfig.json', 'README.md', 'LICENSE', 'src', ...manifest.files]
      .filter((name) => name !== 'dist')
      .map((name) => join(path, name)),
  ),
]

/** The files of a package that npm would take. @returns their folder. */
function publish({ name, path, manifest }: Package, tree: string, modules: string): string {
  const folder = join(modules, name)
  mkdirSync(folder, { recursive: true })
  for (const file of ['README.md', 'LICENSE', ...manifest.files]) {
    cpSync(join(tree, path, file), join(folder, file), { recursive: true })
  }
  rmSync(join(folder, 'dist/.tsbuildinfo'), { force: true })
  writeFileSync(join(folder, 'package.json'), publishedManifest(join(tree, path)))
  return folder
}

const run = (command: string, args: readonly string[], cwd: string) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })

function digest(): string {
  const hash = createHash('sha256')
  for (const file of inputs().flatMap(filesOf).sort()) {
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
