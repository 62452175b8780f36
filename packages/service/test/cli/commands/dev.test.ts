import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTurnpike, type Started } from '../turnpike.ts'

vi.setConfig({ testTimeout: 600_000 })
const patient = { timeout: 600_000, interval: 50 }

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** Answers with the text, and fails at `/broken/` with a cause. */
const service = (text: string) => `
  export default {
    name: 'notes',
    migrations: {
      '0001_note': { up: (db) => db.schema.createTable('note').addColumn('title', 'text').execute() },
    },
    async seed({ users, transaction }) {
      await users.create({ username: 'ann', password: null })
      await transaction.insertInto('note').values({ title: 'First' }).execute()
    },
    app: ({ db }) => ({
      async fetch(request) {
        if (new URL(request.url).pathname === '/broken/') {
          throw new Error('Broken <i>note</i>', { cause: new TypeError('<script>alert(1)</script>') })
        }
        const notes = await db.selectFrom('note').selectAll().execute()
        return Response.json(['${text}', ...notes.map(({ title }) => title)])
      },
    }),
  }`

function createNotes() {
  const turnpike = createTurnpike()
  mkdirSync(join(turnpike.folder, 'src'))
  const save = (code: string) => writeFileSync(join(turnpike.folder, 'src/app.mjs'), code)
  save(service('one'))
  return { ...turnpike, save }
}

/** On a failure, the process that serves would outlive the test otherwise. */
function ending<Each extends Started>(started: Each): Each {
  onTestFinished(async () => {
    started.kill('SIGTERM')
    await started.ended
  })
  return started
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const addressIn = (log: string) => /.*Listening on (http:[^"]+)/s.exec(log)?.[1] ?? ''
const answerOf = (url: string) =>
  fetch(url, { headers: { Connection: 'close' } }).then(
    (response) => response.text(),
    () => '',
  )

describe('turnpike dev', () => {
  it('migrates and seeds an empty database, listens on loopback, and says where it is', async () => {
    const { develop } = createNotes()
    const environment = { HOST: '0.0.0.0', npm_package_json: '' }
    const { url, log } = ending(await develop(['src/app.mjs'], environment))

    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(await answerOf(url)).toBe('["one","First"]')
    await expect.poll(log, patient).toContain(`notes is at ${url}/`)
    expect(log()).toContain('The database was empty, and was seeded.')
    expect(log()).toContain('  npx turnpike token ann')
    expect(log()).not.toContain('create-user')
  })

  it('names the script of package.json that calls the command line, and the first user', async () => {
    const { develop, folder, save } = createNotes()
    const manifest = join(folder, 'package.json')
    writeFileSync(manifest, JSON.stringify({ scripts: { turnpike: 'turnpike' } }))
    save(service('one').replace("'ann'", "'bob'"))
    const { url, log } = ending(await develop(['src/app.mjs'], { npm_package_json: manifest }))

    await expect.poll(log, patient).toContain(`notes is at ${url}/`)
    expect(log()).toContain('  npm run turnpike -- token bob')
  })

  it('warns of views that no request reaches', async () => {
    const { develop, save } = createNotes()
    const turnpike = resolve(import.meta.dirname, '../../../../turnpike/src/index.ts')
    save(`
      import { allowAny, ApiResponse, createApi, routes } from '${turnpike}'
      const get = () => new ApiResponse('hi')
      export default {
        name: 'books',
        migrations: {},
        app: ({ settings }) => routes(createApi(settings), {
          '/books/:id/': { get, permissions: [allowAny] },
          '/books/new/': { get, permissions: [allowAny] },
        }),
      }`)
    const { log } = ending(await develop(['src/app.mjs']))

    const warning = 'No request reaches the view at /books/new/: /books/:id/ comes before it'
    await expect.poll(log, patient).toContain(warning)
  })

  it('serves what was saved last, without seeding again, also after a file that does not load', async () => {
    const { develop, save } = createNotes()
    const { url, log, kill, ended } = ending(await develop(['src/app.mjs']))
    expect(await answerOf(url)).toBe('["one","First"]')

    save(service('two'))
    await expect.poll(() => answerOf(addressIn(log())), patient).toBe('["two","First"]')
    save('export default {')
    await expect.poll(log, patient).toContain('It waits for a change.')
    save(service('three'))
    await expect.poll(() => answerOf(addressIn(log())), patient).toBe('["three","First"]')

    expect(log()).toContain('turnpike: src/app.mjs has changed.')
    expect(log().split(' is at http').length - 1).toBe(1)
    kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  it('serves a file that is saved again while it starts', async () => {
    const { startDeveloping, save } = createNotes()
    const slow = (text: string) => `
      console.log('Evaluating ${text}')
      const begin = performance.now()
      while (performance.now() - begin < 1000);
      ${service(text)}`
    save(slow('one'))
    const { log } = ending(startDeveloping(['src/app.mjs']))
    await expect.poll(log, patient).toContain('Evaluating one')

    save(slow('two'))
    await expect.poll(log, patient).toContain('Evaluating two')
    save(slow('three'))

    await expect.poll(() => answerOf(addressIn(log())), patient).toBe('["three","First"]')
  })

  it.each([['SIGTERM'], ['SIGINT'], ['SIGHUP']] as const)(
    '%s ends both processes with 0, also while the module is loaded',
    async (signal) => {
      const { startDeveloping, save } = createNotes()
      save("console.log('Loading'); await new Promise((resolve) => setTimeout(resolve, 60_000))")
      const { log, kill, ended } = startDeveloping(['src/app.mjs'])
      await expect.poll(log, patient).toContain('Loading')

      kill(signal)

      // The exit is reported once nobody holds the output, which both have.
      expect(await ended).toBe(0)
    },
  )

  it('a second SIGINT ends both processes, also while a module never ends', async () => {
    const { startDeveloping, save } = createNotes()
    save("console.log('Loading in', process.pid, 'now'); for (;;);")
    const { log, kill, ended } = startDeveloping(['src/app.mjs'])
    await expect.poll(log, patient).toMatch(/Loading in \d+ now/)
    const pid = Number(/Loading in (\d+)/.exec(log())?.[1])
    onTestFinished(() => {
      if (isRunning(pid)) process.kill(pid, 'SIGKILL')
    })

    kill('SIGINT')
    await sleep(500)
    kill('SIGINT')

    await expect.poll(() => isRunning(pid), patient).toBe(false)
    expect(await ended).toBe(1)
  })

  it('the process that serves ends with the one that watches', async () => {
    const { develop } = createNotes()
    const { url, kill, ended } = await develop(['src/app.mjs'])

    kill('SIGKILL')

    await ended
    expect(await answerOf(url)).toBe('')
  })

  it('refuses to run in production, and a file that is not there', async () => {
    const { run } = createNotes()
    const production = await run(['dev', 'src/app.mjs'], '', { NODE_ENV: 'production' })
    expect(production.code).toBe(1)
    expect(production.err).toMatch(
      /^turnpike: turnpike dev shows .*NODE_ENV=production\. Use turnpike serve\.\n$/,
    )

    const missing = await run(['dev', 'src/none.mjs'])
    expect(missing.code).toBe(1)
    expect(missing.err).toContain('There is no file src/none.mjs')
  })
})

describe('a 500 under turnpike dev', () => {
  it('a 500 is a page with stack, source and cause for a browser on this machine alone', async () => {
    const { develop } = createNotes()
    const { url } = ending(await develop(['src/app.mjs']))

    const page = await fetch(`${url}/broken/`, { headers: { Accept: accept } })
    const text = await page.text()
    expect([page.status, page.headers.get('Content-Type')]).toEqual([
      500,
      'text/html; charset=utf-8',
    ])
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(page.headers.get('X-Request-Id')).not.toBe(null)
    expect(text).toContain('Broken &lt;i&gt;note&lt;/i&gt;')
    expect(text).toContain('<h2>Caused by TypeError</h2>')
    expect(text).toContain('src/app.mjs:14:')
    expect(text).toMatch(/class="at"><span>14<\/span>.*throw new Error/)
    expect(text).not.toContain('<script')

    const program = await fetch(`${url}/broken/`)
    expect(await program.json()).toEqual({ error: 'Server Error (500)' })
  })

  it('a 500 is never a page under turnpike serve', async () => {
    const { serve } = createNotes()
    for (const NODE_ENV of ['production', 'development']) {
      const { url } = await serve(['src/app.mjs', '--migrate'], {
        NODE_ENV,
        TURNPIKE_DEV_TURN: 'first',
      })
      const answer = await fetch(`${url}/broken/`, { headers: { Accept: accept } })
      expect(await answer.json()).toEqual({ error: 'Server Error (500)' })
    }
  })
})
