import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import * as turnpike from 'turnpike'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import rootManifest from '../../package.json' with { type: 'json' }
import { builtPackages as compiled } from '../../tools/packages.ts'
import { builtPackages } from '../support/built-packages.ts'
import {
  blocksOf,
  type Example,
  examplesOf,
  type Page,
  prismaPage,
  standsAlone,
  writeExamples,
} from '../support/docs-examples.ts'
import { generateClient } from '../support/prisma/generate-client.ts'
import { describeWithPrisma } from '../support/prisma/packages.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'consumer-')))
const modules = join(folder, 'node_modules')

const pages: readonly Page[] = readdirSync(join(root, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({
    path: `docs/${name}`,
    text: readFileSync(join(root, 'docs', name), 'utf8'),
  }))
const prisma = pages.find(({ path }) => path === prismaPage) as Page

/** The packages as they are published, in a folder with the libraries that npm installs beside them. */
beforeAll(() => {
  const { tarballOf } = builtPackages()
  for (const { name } of compiled) {
    mkdirSync(join(modules, name), { recursive: true })
    execFileSync('tar', ['-xzf', tarballOf(name), '--strip=1', '-C', join(modules, name)])
  }
  for (const name of libraries()) link(name)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the contracts of stores, without a clone and without vitest', () => {
  const page = readFileSync(join(root, 'docs/stores.md'), 'utf8')
  const [, store = ''] = /^```ts\n([\s\S]+?)^```$/m.exec(page) ?? []
  const [, test = ''] = /^```typescript\n([\s\S]+?)^```$/m.exec(page) ?? []

  it('the store of docs/stores.md compiles, and keeps its contract under node --test', () => {
    writeFileSync(join(folder, 'tokens.ts'), store)
    writeFileSync(join(folder, 'tokens.test.ts'), test)

    expect(compile(['tokens.test.ts'])).toBe('')
    const { status, stdout } = runTests('tokens.test.ts')
    expect(stdout).toMatch(/^ℹ fail 0$/m)
    expect(stdout).toContain('✔ a revoked token stops working, and the next one is another')
    expect(status).toBe(0)
  })

  it('a store that finds revoked tokens fails with a message that says so', () => {
    const broken = store.replace("    byKey.delete(keys.get(user.pk) ?? '')\n", '')
    expect(broken).not.toBe(store)
    writeFileSync(join(folder, 'tokens.ts'), broken)
    writeFileSync(join(folder, 'tokens.test.ts'), test)

    const { status, stdout } = runTests('tokens.test.ts')
    expect(stdout).toContain('✖ a revoked token stops working, and the next one is another')
    expect(stdout).toMatch(
      /Expected what find\(\) gives for a revoked key to be null, but it is {"key":"[0-9a-f]{40}"/,
    )
    expect(status).toBe(1)
  })
})

describe('the types of the package', () => {
  const program = readFileSync(join(import.meta.dirname, 'consumer.ts'), 'utf8')

  it('a library can export all that the functions of turnpike give', () => {
    writeFileSync(join(folder, 'library.ts'), program)

    expect(compile(['library.ts'])).toBe('')
    const declarations = readFileSync(join(folder, 'out/library.d.ts'), 'utf8')
    expect(declarations).not.toMatch(/\bany\b/)
    expect(declarations).not.toContain('/dist/')
  })

  it('the library of the test uses every function of turnpike', () => {
    const isClass = (value: unknown) => /^class\b/.test(String(value))
    const functions = Object.entries(turnpike).flatMap(([name, value]) =>
      typeof value === 'function' && !isClass(value) ? [name] : [],
    )
    expect(functions.length).toBeGreaterThan(40)
    expect(functions.filter((name) => !program.includes(`turnpike.${name}`))).toEqual([])
  })
})

describe('the examples of the documentation, in a project of their own', () => {
  // They use libraries that npm does not install with the package.
  beforeAll(() => {
    for (const name of Object.keys(rootManifest.devDependencies)) link(name)
  })

  it.each(bySubpaths(pages.filter(standsAlone)))(
    'their declarations need only names that are public: %s',
    (_subpaths, examples) => {
      expect(compileExamples(examples)).toBe('')
    },
    600_000,
  )

  describeWithPrisma('those of docs/prisma.md', () => {
    it.each(bySubpaths([prisma]))(
      'with Prisma, their declarations need only names that are public: %s',
      async (_subpaths, examples) => {
        const [schema] = blocksOf(prisma.text, 'prisma')
        const client = join(folder, 'prisma/generated')
        if (!existsSync(client)) await generateClient(dirname(client), schema?.code ?? '')
        expect(compileExamples(examples)).toBe('')
      },
      600_000,
    )
  })
})

/**
 * Examples that import the same parts of the package: names that it does not export may be known to
 * the compiler by another file's imports.
 */
const bySubpaths = (of: readonly Page[]): [string, Example[]][] => [
  ...Map.groupBy(of.flatMap(examplesOf), ({ code }) => subpathsOf(code)),
]

function compileExamples(examples: readonly Example[]): string {
  // An example may import another one of its page.
  writeExamples(folder, pages.flatMap(examplesOf))
  return compile(examples.map(({ name }) => name))
}

/** `turnpike, @turnpike/sql`: what an example imports of the package. */
const subpathsOf = (code: string): string =>
  [...new Set(code.match(/(?<=from ')@?turnpike[\w/]*(?=')/g))].toSorted().join(', ')

const bin = (name: string) => join(root, 'node_modules/.bin', name)

/** What npm installs with the package: no driver of a database, and no test framework. */
const libraries = (): string[] => {
  const installed = compiled.flatMap(({ manifest }) => {
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest
    const peers = Object.keys(peerDependencies)
    return [
      ...Object.keys(dependencies),
      ...peers.filter((name) => peerDependenciesMeta[name]?.optional !== true),
    ]
  })
  const own = compiled.map(({ name }) => name)
  return [...new Set(installed), '@types/node', 'undici-types'].filter(
    (name) => !own.includes(name),
  )
}

function link(name: string): void {
  const target = join(modules, name)
  if (existsSync(target)) return
  mkdirSync(dirname(target), { recursive: true })
  symlinkSync(join(root, 'node_modules', name), target)
}

/** What the compiler complains of. It writes declarations, too. */
function compile(files: readonly string[]): string {
  const compilerOptions = {
    target: 'esnext',
    module: 'nodenext',
    strict: true,
    declaration: true,
    rootDir: '.',
    outDir: 'out',
    types: ['node'],
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: true,
    skipLibCheck: true,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  return spawnSync(bin('tsc'), [], { cwd: folder, encoding: 'utf8' }).stdout.trim()
}

const runTests = (file: string) =>
  spawnSync(process.execPath, ['--test', file], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: dirname(process.execPath) },
  })
