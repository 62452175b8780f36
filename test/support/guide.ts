import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type AnyService, createService, readConfig, type Service } from '@turnpike/service'
import { type TestClient, testClient } from '@turnpike/testing'
import { blocksOf, examplesOf, folderOf, writeExamples } from './docs-examples.ts'

const root = resolve(import.meta.dirname, '../..')

/** The files of a page of the documentation, written into a folder in the project. */
export interface WrittenPage {
  /** Where they are. */
  readonly folder: string
  readonly text: string
  /** Imports one of them: `src/service.ts`. */
  load<Module>(file: string): Promise<Module>
  remove(): void
}

/** Writes the examples of `docs/guides/uploads.md` that are files: blocks of `ts` and `typescript`. */
export function writtenPage(path: string): WrittenPage {
  const text = readFileSync(join(root, path), 'utf8')
  // In the project, so that they find its packages. The folder's own .gitignore hides it.
  const parent = mkdtempSync(join(root, 'test/.guide-'))
  writeFileSync(join(parent, '.gitignore'), '*\n')
  writeExamples(parent, examplesOf({ path, text }))
  const folder = join(parent, folderOf(path))
  // What needs packages that only some tests have is not compiled with the rest of the pages.
  for (const { code } of blocksOf(text, 'typescript')) {
    const [, file] = /^\/\/ (\S+)/.exec(code) ?? []
    if (file === undefined) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), code)
  }
  return {
    folder,
    text,
    load: (file) => import(join(folder, file)),
    remove: () => rmSync(parent, { recursive: true }),
  }
}

/** What a console on the page shows after a command with these words, without the command. */
export function shownAfter({ text }: WrittenPage, words: string): string {
  for (const { code } of blocksOf(text, 'console')) {
    const shown = code.split(/^\$ /m).find((part) => part.includes(words))
    if (shown !== undefined) return withoutCommand(shown).trim()
  }
  throw new Error(`No console of the page has a command with ${words}.`)
}

/** A command goes on after a line that ends in a backslash. */
function withoutCommand(text: string): string {
  const lines = text.split('\n')
  const end = lines.findIndex((line) => !line.endsWith('\\'))
  return lines.slice(end + 1).join('\n')
}

/** A service of a page, with clients that have a user. */
export interface OpenGuide extends Service {
  /** Sends requests without credentials. */
  readonly anonymous: TestClient
  /** Sends requests with the token of a new user of this name. */
  clientOf(username: string, user?: { isStaff?: boolean }): Promise<TestClient>
}

/** Opens a service on a database of its own. Default SQLite in memory. */
export async function openGuide(
  definition: AnyService,
  databaseUrl = 'sqlite::memory:',
): Promise<OpenGuide> {
  const service = await createService(
    definition,
    readConfig({
      DATABASE_URL: databaseUrl,
      SECRET_KEYS: 'the-secret-of-the-tests-of-the-guides',
      LOG_LEVEL: 'silent',
    }),
    { migrate: true },
  )
  return {
    ...service,
    anonymous: testClient(service.app),
    async clientOf(username, user = {}) {
      const account = await service.users.create({ username, password: null, ...user })
      const { key } = await service.tokens.getOrCreate(account)
      return testClient(service.app, { headers: { Authorization: `Token ${key}` } })
    },
  }
}
