import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtPackages as compiled, packageNamed, root, subpathsOf } from '../../tools/packages.ts'
import { installPackages } from '../support/built-packages.ts'

/** As they are installed: what is built, the manifests, and the libraries. */
const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
const modules = join(folder, 'node_modules')

beforeAll(() => {
  installPackages(modules)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
}, 600_000)
afterAll(() => rmSync(folder, { recursive: true }))

/** Only their types are imported, or a service opens them by itself. */
const handedIn = [
  '@opentelemetry/api',
  ...['@prisma/adapter-pg', '@prisma/client', '@standard-schema/spec'],
  ...['better-sqlite3', 'drizzle-orm', 'pg', 'redis', 'turnpike'],
]

/** A service of one's own reads a file for each subpath of the packages that it imports, and shared ones. */
const maxLoadedFiles = 80

describe('the JavaScript of the packages', () => {
  it('the common passwords are a file of their own, with their license, loaded on demand', () => {
    const of = (name: string) => readFileSync(join(modules, 'turnpike/dist/shared', name), 'utf8')
    expect(of('core.js')).toContain('common-passwords.js')
    expect(of('core.js')).not.toContain('trustno1')
    expect(of('common-passwords.js')).toContain('trustno1')
    expect(of('common-passwords.js')).toContain('Copyright (c) 2012-2016 Dan Wheeler')
  })

  it.each(compiled)('$name exports by each subpath what the sources export', async (each) => {
    for (const { name, source } of subpathsOf(each)) {
      const built = run(`console.log(Object.keys(await import('${name}')).join())`)
      const sources = await import(join(root, source))
      const names = built.split(',').filter((exported) => exported !== '')
      expect(names.toSorted(), name).toEqual(Object.keys(sources).toSorted())
    }
  })

  it.each(compiled)('$name has each class once, under its own name', ({ name }) => {
    const classes = filesOf(name).flatMap((text) =>
      [...text.matchAll(/^(?:var ([\w$]+) = class\b|class ([\w$]+))/gm)].map(
        ([, variable, own]) => variable ?? own,
      ),
    )
    expect(classes).toEqual([...new Set(classes)])
    expect(classes.filter((own) => own?.includes('$'))).toEqual([])
  })

  it.each(compiled)('$name leaves every library outside, and names it in its manifest', (each) => {
    const specifiers = filesOf(each.name).flatMap((text) =>
      [...text.matchAll(/(?:^|[\s(])(?:from\s+|import\s*\(?)"([^".\s][^"\s]*)"/g)].map(
        ([, name = '']) => name,
      ),
    )
    const imported = specifiers
      .filter((name) => !name.startsWith('node:'))
      .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '')
    const { dependencies, peerDependencies } = each.manifest
    const named = Object.keys({ ...dependencies, ...peerDependencies })
    expect([...new Set(imported)].filter((name) => !named.includes(name))).toEqual([])
    const unused = named.filter((name) => !imported.includes(name) && !handedIn.includes(name))
    expect(unused).toEqual([])
  })

  it('loads nothing that a service of one’s own does not use', () => {
    const loaded = run(`
      import { registerHooks } from 'node:module'
      registerHooks({
        load(url, context, next) {
          console.log(url)
          return next(url, context)
        },
      })
      await import('turnpike')
      await import('@turnpike/sql')
      await import('@turnpike/service')
    `).split('\n')

    const unused =
      /node_modules\/(?:better-sqlite3|commander|pg|redis|@redis|@remix-run)\/|helper\/html|\/(?:pages|openapi)\b/
    expect(loaded.filter((url) => unused.test(url))).toEqual([])
    const own = loaded.filter(
      (url) =>
        url.startsWith(pathToFileURL(modules).href) &&
        /\/(?:@turnpike\/\w+|turnpike)\/dist\//.test(url),
    )
    expect(own.length).toBeGreaterThan(3)
    expect(own.length).toBeLessThan(maxLoadedFiles)
  })

  it('the command knows its version, and the package serves the documentation', () => {
    const version = run(`
      process.argv.push('--version')
      await import('${pathToFileURL(join(modules, '@turnpike/service/turnpike.js')).href}')
    `)
    expect(version).toBe(packageNamed('@turnpike/service').manifest.version)

    const viewer = join(modules, 'turnpike/dist/openapi/viewer')
    const style = brotliCompressSync('the style that was built')
    writeFileSync(join(viewer, 'swagger-ui.css.br'), style)
    const served = run(`
      import { createApi, routes } from 'turnpike'
      import { docsViews } from 'turnpike/openapi'
      const app = routes(createApi(), docsViews({ title: 'Notes' }))
      const page = await (await app.request('/docs/')).text()
      const { pathname } = new URL(/swagger-ui[^"]+css/.exec(page)[0], 'http://localhost/docs/')
      console.log(await (await app.request(pathname)).text())
    `)
    expect(served).toBe('the style that was built')
  })

  it('the packages can be bundled with a service, as docs/deployment.md says', async () => {
    const docs = readFileSync(join(root, 'docs/deployment.md'), 'utf8')
    const [, main = ''] = /```js\n([\s\S]+?)```/.exec(docs) ?? []
    const [, args = ''] = /^npx rolldown (.+)$/m.exec(docs) ?? []
    cpSync(join(root, 'examples/notes'), folder, { recursive: true })
    cpSync(join(folder, 'service.ts'), join(folder, 'notes.ts'))
    writeFileSync(
      join(folder, 'main.ts'),
      main.replace('(service)', '(service, { migrate: true })'),
    )
    execFileSync(join(root, 'node_modules/.bin/rolldown'), args.split(' '), { cwd: folder })

    const child = spawn(process.execPath, ['bundle/main.js'], {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: '0', DATABASE_URL: 'sqlite::memory:' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = once(child, 'exit')
    try {
      const url = await listening(child.stdout)
      const [notes, document] = await Promise.all([fetch(`${url}/notes/`), fetch(`${url}/docs/`)])
      expect(notes.status).toBe(401)
      expect(await notes.json()).toEqual({
        detail: 'Authentication credentials were not provided.',
      })
      expect(document.status).toBe(200)
    } finally {
      child.kill()
    }
    expect(await exit).toEqual([0, null])
  })
})

/** The JavaScript of a package. */
function filesOf(name: string): string[] {
  const dist = join(modules, name, 'dist')
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js') && !path.startsWith('openapi/viewer'))
    .map((path) => readFileSync(join(dist, path), 'utf8'))
}

/** What a program prints that runs in the package. */
const run = (program: string) =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
    encoding: 'utf8',
  }).trim()

/** The address in the log. */
async function listening(log: Readable): Promise<string> {
  for await (const line of createInterface(log)) {
    const { url } = JSON.parse(line)
    if (url !== undefined) return url
  }
  throw new Error('The service has ended.')
}
