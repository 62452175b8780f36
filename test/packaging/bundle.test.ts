import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtPackage } from '../support/built-package.ts'

const root = resolve(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const subpaths: string[] = Object.keys(manifest.exports).filter((path) => path !== './package.json')

/** As it is installed: what is built, the manifest, and the libraries. */
const folder = mkdtempSync(join(tmpdir(), 'bundle-'))

beforeAll(() => {
  cpSync(builtPackage().folder, folder, { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

/** Only their types are imported, or a service opens them by itself. */
const handedIn = [
  '@opentelemetry/api',
  ...['@prisma/adapter-pg', '@prisma/client', '@standard-schema/spec'],
  ...['better-sqlite3', 'drizzle-orm'],
]

describe('the JavaScript of the package', { timeout: 60_000 }, () => {
  it('the JavaScript of the package is written by the build', () => {
    expect(manifest.scripts.build).toContain('node tools/bundle.ts')
  })

  it('exports by each subpath what the sources export', async () => {
    for (const path of subpaths) {
      const { default: file, source } = manifest.exports[path]
      const built = run(`console.log(Object.keys(await import('${urlOf(file)}')).join())`)
      const sources = await import(join(root, source))
      expect(built.split(',').toSorted(), path).toEqual(Object.keys(sources).toSorted())
    }
  })

  it('the package has each class once, under its own name', () => {
    const classes = files().flatMap((text) =>
      [...text.matchAll(/^(?:var ([\w$]+) = class\b|class ([\w$]+))/gm)].map(
        ([, variable, name]) => variable ?? name,
      ),
    )
    expect(classes).toContain('ApiException')
    expect(classes).toEqual([...new Set(classes)])
    expect(classes.filter((name) => name?.includes('$'))).toEqual([])
  })

  it('the bundle leaves every library outside', () => {
    const specifiers = files().flatMap((text) =>
      [...text.matchAll(/(?:^|[\s(])(?:from\s+|import\s*\(?)"([^".\s][^"\s]*)"/g)].map(
        ([, name = '']) => name,
      ),
    )
    const packages = specifiers
      .filter((name) => !name.startsWith('node:'))
      .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0])
    expect([...new Set(packages)].toSorted()).toEqual(
      Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
        .filter((name) => !handedIn.includes(name))
        .toSorted(),
    )
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
      await import('turnpike/kysely')
      await import('turnpike/service')
    `).split('\n')

    const unused =
      /node_modules\/(?:better-sqlite3|commander|pg|redis|@redis|@remix-run)\/|helper\/html|\/(?:pages|openapi)\b/
    expect(loaded.filter((url) => unused.test(url))).toEqual([])
    const own = loaded.filter((url) => url.startsWith(urlOf('dist/')))
    expect(own.length).toBeGreaterThan(3)
    expect(own.length).toBeLessThan(20)
  })

  it('the bundle knows its version and serves the documentation', () => {
    const version = run(`
      process.argv.push('--version')
      await import('${urlOf('dist/cli/main.js')}')
    `)
    expect(version).toBe(manifest.version)

    const viewer = join(folder, 'dist/openapi/viewer')
    const style = brotliCompressSync('the style that was built')
    writeFileSync(join(viewer, 'swagger-ui.css.br'), style)
    const served = run(`
      import { createApi, routes } from 'turnpike'
      import { docsViews } from 'turnpike/openapi'
      const app = routes(createApi({}), docsViews({ title: 'Notes' }))
      const page = await (await app.request('/docs/')).text()
      const { pathname } = new URL(/swagger-ui[^"]+css/.exec(page)[0], 'http://localhost/docs/')
      console.log(await (await app.request(pathname)).text())
    `)
    expect(served).toBe('the style that was built')
  })

  it('the package can be bundled with a service, as docs/deployment.md says', async () => {
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

const urlOf = (path: string) => pathToFileURL(join(folder, path)).href

const files = () =>
  readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js') && !path.startsWith('openapi/viewer'))
    .map((path) => readFileSync(join(folder, 'dist', path), 'utf8'))

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
