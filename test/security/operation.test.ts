import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createService, readConfig } from '@turnpike/service'
import { openDatabase } from '@turnpike/sql/node'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import notes from '../../examples/notes/service.ts'
import { openConnection } from '../../packages/turnpike/test/node/connection.ts'
import { openNotes, password } from './open-notes.ts'

const root = resolve(import.meta.dirname, '../..')

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

describe('a file that may not be written', () => {
  it('refuses writes with 503 and Retry-After, is read on, and heals by itself', async () => {
    const { fetch, signed, db } = await openNotes()
    const write = () =>
      fetch('/notes/', {
        method: 'POST',
        body: '{"title":"a"}',
        headers: { ...signed, 'Content-Type': 'application/json' },
      })
    expect((await write()).status).toBe(201)

    await sql`pragma query_only = on`.execute(db)
    const refused = await write()
    expect(refused.status).toBe(503)
    expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/)
    expect(Object.keys(await refused.json())).toEqual(['detail'])
    expect((await fetch('/notes/', { headers: signed })).status).toBe(200)

    await sql`pragma query_only = off`.execute(db)
    expect((await write()).status).toBe(201)
  })
})

describe('a backup of SQLite', () => {
  it('taken by the documented statement while notes are written is whole', async () => {
    const folder = temporaryFolder()
    const [source, backup] = [join(folder, 'notes.db'), join(folder, 'backup.db')]
    const page = readFileSync(join(root, 'docs/databases.md'), 'utf8')
    const statement = /sqlite3 notes\.db "(vacuum into 'backup\.db')"/.exec(page)?.[1]
    if (statement === undefined) throw new Error('docs/databases.md has no statement.')

    const { db, close } = openDatabase(`sqlite:${source}`)
    onTestFinished(close)
    await sql`create table note (id integer primary key, text text)`.execute(db)
    const write = async () => {
      for (let index = 0; index < 200; index++) {
        await sql`insert into note (text) values (${'x'.repeat(500)})`.execute(db)
      }
    }
    const other = openDatabase(`sqlite:${source}`)
    onTestFinished(() => other.close())
    const back = sql.raw(statement.replace('backup.db', backup)).execute(other.db)
    await Promise.all([write(), back])

    const restored = openDatabase(`sqlite:${backup}`, { create: false })
    onTestFinished(() => restored.close())
    const verdict = await sql`pragma integrity_check`.execute(restored.db)
    expect(verdict.rows).toEqual([{ integrity_check: 'ok' }])
  })
})

describe('secrets', () => {
  it('secrets stand in no line of the log and in no answer, whatever goes wrong', async () => {
    const { fetch, raw, lines, key, signed } = await openNotes({ LOG_LEVEL: 'trace' })
    const secret = 'SECRET-THAT-NOBODY-MAY-SEE'
    const answers: string[] = []
    const ask = async (path: string, init: RequestInit) => {
      answers.push(await (await fetch(path, init)).text())
    }
    const json = { 'Content-Type': 'application/json' }

    await ask('/whoami/', { headers: signed })
    await ask('/whoami/', { headers: { Authorization: `Token ${secret}` } })
    await ask('/whoami/', { headers: { Authorization: `Basic ${btoa(`ann:${secret}`)}` } })
    await ask('/whoami/', { headers: { Cookie: `sessionid=${secret}; csrftoken=${secret}` } })
    await ask('/login/', { method: 'POST', body: `{"password":"${secret}"`, headers: json })
    await ask('/api-token-auth/', {
      method: 'POST',
      body: JSON.stringify({ username: 'ann', password: [secret] }),
      headers: json,
    })
    await ask('/api-token-auth/', {
      method: 'POST',
      body: JSON.stringify({ username: 'ann', password: `${password}${secret}` }),
      headers: json,
    })
    answers.push((await raw('GET', `http://b/?${secret}`, `Cookie: sessionid=${secret}`)).body)

    expect(lines.length).toBeGreaterThan(5)
    for (const text of [...lines, ...answers]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(btoa(`ann:${secret}`))
      expect(text).not.toContain(key)
    }
  })

  it('secrets stand in no line when the database breaks in the midst of a request', async () => {
    const { fetch, lines, db, key, signed } = await openNotes()
    await sql`alter table note rename to gone`.execute(db)

    const response = await fetch('/notes/', { headers: signed })

    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ error: 'Server Error (500)' })
    expect(lines.join()).toContain('no such table: note')
    expect(lines.join()).not.toContain(key)
  })
})

describe('a line of the log', () => {
  it('a line of the log is one JSON object, cut off, whatever the client sends', async () => {
    const { raw, lines, log } = await openNotes()
    const before = lines.length

    await raw('GET', '/%0a{"level":"fatal","msg":"forged"}%0d%1b[31m'.replaceAll('"', '%22'))
    await raw('GET', `/${'x'.repeat(10_000)}`, 'X-Request-Id: a"}{"forged":1')
    await raw('GET', '/\u2028')

    const added = lines.slice(before)
    expect(added.length).toBeGreaterThanOrEqual(2)
    for (const line of added) {
      expect(line.trimEnd()).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      expect(line.length).toBeLessThan(2000)
      expect(log.map(({ level }) => level)).not.toContain('fatal')
    }
  })
})

describe('a client that goes away', () => {
  it('a client that leaves in the midst of its body or its answer costs no error, and nothing is stored', async () => {
    const { port, fetch, signed, log } = await openNotes()
    const head = (length: number) =>
      `POST /notes/ HTTP/1.1\r\nHost: a\r\nAuthorization: ${signed.Authorization}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

    for (let index = 0; index < 20; index++) {
      const inBody = await openConnection(port)
      inBody.send(`${head(100)}{"title":"half`)
      const inAnswer = await openConnection(port)
      inAnswer.send(
        `GET /notes/ HTTP/1.1\r\nHost: a\r\nAuthorization: ${signed.Authorization}\r\n\r\n`.repeat(
          5,
        ),
      )
      await new Promise((resolve) => setTimeout(resolve, 5))
      inBody.close()
      inAnswer.close()
    }
    await new Promise((resolve) => setTimeout(resolve, 200))

    const list = await fetch('/notes/', { headers: signed })
    expect((await list.json()).count).toBe(0)
    expect(log.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([])
  })
})

describe('the data that are sent to the database', () => {
  it('data are on the disk before the answer: the service opens SQLite with synchronous = full', async () => {
    const url = `sqlite:${join(temporaryFolder(), 'notes.db')}`
    const config = readConfig({
      DATABASE_URL: url,
      SECRET_KEYS: 'x'.repeat(40),
      LOG_LEVEL: 'silent',
    })
    const { db, close } = await createService(notes, config, { migrate: true })
    onTestFinished(close)

    const { rows } = await sql`pragma synchronous`.execute(db)
    expect(rows).toEqual([{ synchronous: 2 }])
  })
})

describe('what the service is built on', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const versionOf = (name: string): string => lock.packages[`node_modules/${name}`].version

  /** The oldest versions without holes that were public by September 2026. */
  it.each([
    ['hono', '4.13.5'],
    ['node', '24.14.1'],
  ])('the service uses no %s older than %s', (name, oldest) => {
    expect(isAtLeast(versionOf(name), oldest), versionOf(name)).toBe(true)
  })

  it('the service runs on the Node of the tests, a version in which no header kills the process', () => {
    expect(isAtLeast(process.versions.node, '24.14.1'), process.versions.node).toBe(true)
  })

  it('the service uses no SQLite in which the log can be damaged by two processes', async () => {
    const { db, close } = openDatabase('sqlite::memory:')
    onTestFinished(close)
    const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db)

    expect(isAtLeast(rows[0]?.version ?? '', '3.51.3'), rows[0]?.version).toBe(true)
  })
})

const isAtLeast = (version: string, oldest: string) =>
  version.localeCompare(oldest, 'en', { numeric: true }) >= 0
