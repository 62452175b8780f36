import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { sqlitePath } from '@turnpike/sql/node'
import {
  type DjangoProject,
  djangoFolder,
  djangoMissing,
  djangoProject,
  djangoPython,
  djangoSecretKey,
  passwordOf,
} from '@turnpike/test-support/django.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import configuration from '../../../../biome.json' with { type: 'json' }
import { install } from '../../../../test/tutorial/installed.ts'
import { adopt } from '../../src/adopt/adopt.ts'
import { openCatalogue } from '../../src/adopt/inspect/inspect.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../../..')

for (const database of ['sqlite', 'postgres', 'mysql'] as const) {
  describe.skipIf(djangoMissing(database) !== null)(`an adopted application on ${database}`, () => {
    let project: DjangoProject
    let folder: string
    let served: Served
    let token: string
    let before: Buffer | null
    let after: Buffer | null

    beforeAll(async () => {
      project = await djangoProject({ database })
      folder = mkdtempSync(join(tmpdir(), 'turnpike-adopted-'))
      const dump = await run(djangoPython, ['manage.py', 'diffsettings', '--all'], {
        cwd: djangoFolder,
        env: project.env,
      })
      const settingsPath = join(folder, 'diffsettings.txt')
      writeFileSync(settingsPath, dump.stdout)
      const path = sqlitePath(project.databaseUrl)
      before = path === null ? null : readFileSync(path)
      await adopt({
        databaseUrl: project.databaseUrl,
        folder: join(folder, 'library-api'),
        settingsPath,
      })
      after = path === null ? null : readFileSync(path)
      folder = join(folder, 'library-api')
      install(join(folder, 'node_modules'))
      token = await project.shell("Token.objects.get(user__username='root').key")
      // All users may view books, and no other model. Two loans belong to root.
      await project.shell(`
from django.contrib.auth.models import Permission
Permission.objects.get(codename='view_book').user_set.set(User.objects.all())
for loan in Loan.objects.order_by('id')[:2]:
    loan.borrower = User.objects.get(username='root')
    loan.save()
`)
      served = await serve(folder, project.databaseUrl)
    }, 600_000)

    afterAll(async () => {
      await served?.stop()
      await project?.close()
      if (folder !== undefined) rmSync(resolve(folder, '..'), { recursive: true, force: true })
    })

    const send = (path: string, { method = 'GET', body, key = token }: Sent = {}) =>
      fetch(served.url + path, {
        method,
        headers: {
          ...(key !== null && { Authorization: `Token ${key}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })

    it(`adopting does not change a byte of the database: ${database}`, async () => {
      if (before !== null && after !== null) expect(after.equals(before)).toBe(true)
      const catalogue = await openCatalogue(project.databaseUrl)
      try {
        const removal = catalogue.rows('delete from library_loan where id = 1 returning id')
        await expect(removal).rejects.toThrow(/read-?only|read only/i)
      } finally {
        await catalogue.close()
      }
    })

    it(`the adopted application compiles, is formatted, and passes its tests: ${database}`, async () => {
      const env = { ...environment(project.databaseUrl), TEST_TOKEN: token }
      const types = await run('npm', ['run', '--silent', 'types'], { cwd: folder, env })
      expect(types.stdout).toBe('')
      writeFileSync(join(folder, 'biome.json'), JSON.stringify(style))
      const biome = join(root, 'node_modules/.bin/biome')
      const checked = await run(biome, ['check', '--error-on-warnings', 'src', 'test'], {
        cwd: folder,
      })
      expect(checked.stdout).toMatch(/^Checked \d+ files .* No fixes applied\.$/m)
      const tests = await run('npm', ['test'], { cwd: folder, env })
      expect(tests.stdout).toMatch(/^ℹ pass 6$/m)
      expect(tests.stdout).toMatch(/^ℹ fail 0$/m)
    })

    it.each([
      ['Author', 'authors', 'Author.objects.all()'],
      ['Book', 'books', 'Book.objects.all()'],
      ['Loan', 'loans', "Loan.objects.filter(borrower__username='root')"],
    ])(
      `the adopted list of the model %s has what a serializer of Django has: ${database}`,
      async (model, path, rows) => {
        const count = await project.shell<number>(`${rows}.count()`)
        expect(count).toBeGreaterThan(1)
        const last = Math.ceil(count / 20)
        for (const page of [1, Math.min(2, last), last]) {
          const expected = await project.shell<object[]>(`
from rest_framework import serializers
class Shown(serializers.ModelSerializer):
    class Meta:
        model = ${model}
        fields = '__all__'
Shown(${rows}.order_by('id')[${(page - 1) * 20}:${page * 20}], many=True).data`)
          const answer = await send(`/library/${path}/?page=${page}`)
          const body = (await answer.json()) as { count: number; results: object[] }
          expect(body.count).toBe(count)
          expect(body.results).toEqual(expected)
        }
      },
    )

    it(`strangers and wrong tokens are refused by an adopted application: ${database}`, async () => {
      const stranger = await send('/library/books/', { key: null })
      expect(stranger.status).toBe(401)
      expect(await stranger.json()).toEqual({
        detail: 'Authentication credentials were not provided.',
      })
      expect((await send('/library/books/', { key: 'wrong' })).status).toBe(401)
    })

    it(`a token that Django revokes is refused by an adopted application: ${database}`, async () => {
      const key = await project.shell<string>("Token.objects.get(user__username='reader').key")
      expect((await send('/library/books/1/', { key })).status).toBe(200)
      await project.shell("Token.objects.get(user__username='reader').delete()")
      expect((await send('/library/books/1/', { key })).status).toBe(401)
    })

    it(`every credential of Django but a pickled session is good at an adopted application: ${database}`, async () => {
      const pair = await project.shell<string>(`
from rest_framework_simplejwt.tokens import AccessToken
str(AccessToken.for_user(User.objects.get(username='member')))`)
      const password = Buffer.from(`member:${passwordOf('member')}`).toString('base64')
      const credentials = {
        knox: { Authorization: `Token knox${'a'.repeat(60)}` },
        simplejwt: { Authorization: `Bearer ${pair}` },
        session: { Cookie: `sessionid=${'json'.concat('session'.repeat(5)).slice(0, 32)}` },
        'pickled session': {
          Cookie: `sessionid=${'pickle'.concat('session'.repeat(5)).slice(0, 32)}`,
        },
        password: { Authorization: `Basic ${password}` },
      }
      const statuses: Record<string, number> = {}
      for (const [name, headers] of Object.entries(credentials)) {
        statuses[name] = (await fetch(`${served.url}/library/books/1/`, { headers })).status
      }
      const wrong = { Authorization: `Token knox${'b'.repeat(60)}` }
      statuses.expired = (await fetch(`${served.url}/library/books/1/`, { headers: wrong })).status
      expect(statuses).toEqual({
        knox: 200,
        simplejwt: 200,
        session: 200,
        'pickled session': 401,
        password: 200,
        expired: 401,
      })
    })

    it(`only users to whom Django gives it may read by an adopted application: ${database}`, async () => {
      const key = await project.shell<string>(
        "Token.objects.get_or_create(user=User.objects.create_user('visitor', is_staff=True))[0].key",
      )
      const statuses = async () => {
        const paths = ['/library/books/', '/library/books/1/', '/library/authors/']
        const answers = await Promise.all(paths.map((path) => send(path, { key })))
        return answers.map(({ status }) => status)
      }
      expect(await statuses()).toEqual([403, 403, 403])
      await project.shell(`
from django.contrib.auth.models import Permission
User.objects.get(username='visitor').user_permissions.add(Permission.objects.get(codename='view_book')).__str__()`)
      expect(await statuses()).toEqual([200, 200, 403])
    })

    it(`users see only rows that refer to them in an adopted application: ${database}`, async () => {
      const [own, other] = await project.shell<number[]>(
        "[Loan.objects.filter(borrower__username='root').first().id, Loan.objects.exclude(borrower__username='root').first().id]",
      )
      expect((await send(`/library/loans/${own}/`)).status).toBe(200)
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const body = method === 'PATCH' ? { body: { remark: 'mine' } } : {}
        expect((await send(`/library/loans/${other}/`, { method, ...body })).status).toBe(404)
      }
    })

    it(`a PUT without an optional field keeps it in an adopted application: ${database}`, async () => {
      const sent = { name: 'Ida Blank', biography: 'Born in 1901.' }
      const created = await send('/library/authors/', { method: 'POST', body: sent })
      const { id, ...author } = (await created.json()) as { id: number }
      expect(author).toEqual({ ...sent, email: '', born: null, website: '' })

      await project.shell(
        `Author.objects.filter(pk=${id}).update(email='ida@example.com', born='1901-01-01')`,
      )
      const changed = { ...sent, name: 'Ida B.' }
      const put = await send(`/library/authors/${id}/`, { method: 'PUT', body: changed })
      expect([put.status, await put.json()]).toEqual([
        200,
        { ...changed, id, email: 'ida@example.com', born: '1901-01-01', website: '' },
      ])
    })

    it(`only users to whom Django gives it may write by an adopted application: ${database}`, async () => {
      const key = await project.shell<string>(
        "Token.objects.get_or_create(user=User.objects.create_user('clerk', is_staff=True))[0].key",
      )
      await project.shell(`
from django.contrib.auth.models import Permission
User.objects.get(username='clerk').user_permissions.add(Permission.objects.get(codename='view_book')).__str__()`)
      const change = () => send('/library/books/1/', { method: 'PATCH', body: { pages: 7 }, key })
      expect((await send('/library/books/1/', { key })).status).toBe(200)
      expect((await change()).status).toBe(403)
      expect((await send('/library/books/', { method: 'POST', body: book, key })).status).toBe(403)
      expect((await send('/library/books/1/', { method: 'DELETE', key })).status).toBe(403)
      await project.shell(`
from django.contrib.auth.models import Permission
User.objects.get(username='clerk').user_permissions.add(Permission.objects.get(codename='change_book')).__str__()`)
      expect((await change()).status).toBe(200)
      expect((await send('/library/books/1/', { method: 'DELETE', key })).status).toBe(403)
    })

    it(`what an adopted application lacks at the start is one line with its name: ${database}`, async () => {
      const ended = (changed: Record<string, string>) =>
        run(process.execPath, ['src/main.ts'], {
          cwd: folder,
          env: { ...environment(project.databaseUrl), ...changed },
        }).catch((error: { stderr: string; code: number }) => [error.code, error.stderr])
      expect(await ended({ DATABASE_URL: '' })).toEqual([1, 'Set DATABASE_URL: see README.md.\n'])
      expect(await ended({ DJANGO_SECRET_KEY: '' })).toEqual([
        1,
        'Set DJANGO_SECRET_KEY: see README.md.\n',
      ])
      expect(await ended({ PORT: 'abc' })).toEqual([
        1,
        'PORT must be a number from 0 to 65535, not "abc".\n',
      ])
      const gone = { sqlite: 'sqlite:/no/such/file', postgres: 'postgres://postgres@127.0.0.1:1/x' }
      const url = database === 'mysql' ? 'mysql://root@127.0.0.1:1/x' : gone[database]
      expect(await ended({ DATABASE_URL: url })).toEqual([
        1,
        database === 'sqlite'
          ? 'DATABASE_URL: there is no file /no/such/file.\n'
          : expect.stringMatching(/^The database of DATABASE_URL does not answer: .+\n$/),
      ])
    })

    it(`bad values are answered by the fields of an adopted application: ${database}`, async () => {
      const wrong = { ...book, isbn: '1234567890123456', price: '1.234', pages: -1, published: 'x' }
      const answer = await send('/library/books/', {
        method: 'POST',
        body: { ...wrong, reference: 'x', author: 'nobody' },
      })
      expect(answer.status).toBe(400)
      expect(Object.keys((await answer.json()) as object).toSorted()).toEqual(
        ['author', 'isbn', 'pages', 'price', 'published', 'reference'].toSorted(),
      )
      const unknown = await send('/library/books/', {
        method: 'POST',
        body: { ...book, author: 999_999 },
      })
      expect([unknown.status, await unknown.json()]).toEqual([
        400,
        { author: ['The referenced object does not exist.'] },
      ])
      const isbn = await project.shell<string>('Book.objects.first().isbn')
      const taken = await send('/library/books/', { method: 'POST', body: { ...book, isbn } })
      expect([taken.status, await taken.json()]).toEqual([
        400,
        { isbn: ['This field must be unique.'] },
      ])
    })

    it(`Django reads what an adopted application has written: ${database}`, async () => {
      const created = await send('/library/books/', { method: 'POST', body: book })
      expect(created.status).toBe(201)
      const { id } = (await created.json()) as { id: number }
      const changed = await send(`/library/books/${id}/`, {
        method: 'PATCH',
        body: { rating: 4.5, author: 2, is_signed: true },
      })
      expect(changed.status).toBe(200)
      const read = await project.shell(
        `book = Book.objects.get(pk=${id})\n` +
          '[book.title, str(book.price), book.rating, book.is_signed, book.author_id, str(book.reference),' +
          ' book.created.isoformat(), book.published.isoformat(), book.opens.isoformat(), book.details]',
      )
      expect(read).toEqual([
        book.title,
        book.price,
        4.5,
        true,
        2,
        book.reference,
        '2024-05-01T08:20:30.000123+00:00',
        book.published,
        book.opens,
        book.details,
      ])
      expect((await send(`/library/books/${id}/`, { method: 'DELETE' })).status).toBe(204)
      expect(await project.shell(`Book.objects.filter(pk=${id}).exists()`)).toBe(false)
    })

    it(`Django keeps a password that an adopted application has made: ${database}`, async () => {
      writeFileSync(
        join(folder, 'new-user.ts'),
        `import { accountsOf } from './src/accounts.ts'
import { openDatabase } from './src/database.ts'
const db = openDatabase()
await accountsOf(db).users.create({ username: 'adopted', password: 'a long passphrase' })
await db.destroy()
`,
      )
      await run(process.execPath, ['new-user.ts'], {
        cwd: folder,
        env: environment(project.databaseUrl),
      })
      const kept = await project.shell(`
from django.contrib.auth import authenticate
made = User.objects.get(username='adopted').password
user = authenticate(username='adopted', password='a long passphrase')
[user.username, user.password == made, made.split('$')[:2]]`)
      expect(kept).toEqual(['adopted', true, ['pbkdf2_sha256', '260000']])
    })

    it(`an author whose books remain is not removed by an adopted application: ${database}`, async () => {
      const author = await project.shell<number>('Book.objects.first().author_id')
      expect((await send(`/library/authors/${author}/`, { method: 'DELETE' })).status).toBe(409)
    })

    it(`no secret of the project is in a file of the adopted application: ${database}`, () => {
      for (const name of ['src/accounts.ts', 'src/database.ts', 'src/settings.ts', 'ADOPTED.md']) {
        const text = readFileSync(join(folder, name), 'utf8')
        expect(text).not.toContain(djangoSecretKey)
        expect(text).not.toContain(project.databaseUrl)
        expect(text).not.toMatch(/127\.0\.0\.1|postgres@|root@/)
      }
    })
  })
}

/** How the sources of Turnpike are formatted and checked. */
const style = {
  formatter: configuration.formatter,
  javascript: configuration.javascript,
  linter: configuration.linter,
}

interface Sent {
  method?: string
  body?: object
  /** Null: without credentials. Default the token of root. */
  key?: string | null
}

const book = {
  title: 'The toll road',
  author: 1,
  isbn: 'adopted-1',
  genre: 'novel',
  price: '12.50',
  pages: 320,
  copies: 2,
  is_available: true,
  published: '2024-05-01',
  created: '2024-05-01T10:20:30.000123+02:00',
  opens: '08:30:00',
  reference: '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
  details: { shelf: 3, tags: ['é', null] },
}

const environment = (databaseUrl: string) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DATABASE_URL: databaseUrl,
  DJANGO_SECRET_KEY: djangoSecretKey,
  SECRET_KEYS: 'for tests alone: everybody may know this secret',
})

interface Served {
  readonly url: string
  stop(): Promise<void>
}

/** Serves it as `npm start` does. */
async function serve(folder: string, databaseUrl: string): Promise<Served> {
  const env = { ...environment(databaseUrl), PORT: '0' }
  const child = spawn(process.execPath, ['src/main.ts'], { cwd: folder, env })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /Listening on (http:\S+)/.exec(line)?.[1]
    if (url !== undefined) return { url, stop: () => stop(child) }
  }
  throw new Error(`The application has ended: ${log}`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
