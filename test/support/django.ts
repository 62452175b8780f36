import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { copyOf, type DatabaseName, databaseMissing } from './django-databases.ts'
import { programs } from './programs.ts'

export const djangoPython = programs.python

/** The project: `manage.py`, settings, models, and the command that fills its database. */
export const djangoFolder = resolve(
  import.meta.dirname,
  '../../packages/django/test/django/project',
)

/** The `SECRET_KEY` of the project. */
export const djangoSecretKey = 'the secret key of a project that only tests use'

/** The password of each user that the project is filled with. */
export const passwordOf = (username: string): string => `password of ${username}`

const packages = {
  django: 'python3-django',
  django_filters: 'python3-django-filters',
  rest_framework: 'python3-djangorestframework',
  rest_framework_simplejwt: 'python3-djangorestframework-simplejwt',
  argon2: 'python3-argon2',
  bcrypt: 'python3-bcrypt',
  psycopg2: 'python3-psycopg2',
  MySQLdb: 'python3-mysqldb',
  gunicorn: 'gunicorn',
}

const missingPackages = ((): string | null => {
  const names = JSON.stringify(Object.keys(packages))
  const code = `import importlib.util, sys
print(*[name for name in ${names} if importlib.util.find_spec(name) is None])`
  const { status, stdout } = spawnSync(djangoPython, ['-c', code], { encoding: 'utf8' })
  if (status !== 0) return `There is no ${djangoPython} (TEST_REFERENCE_PYTHON): install python3.`
  const missing = stdout
    .split(/\s/)
    .filter((name): name is keyof typeof packages => name in packages)
  if (missing.length === 0) return null
  return `${djangoPython} lacks modules: install ${missing.map((name) => packages[name]).join(' ')}.`
})()

/**
 * Why tests of the project on this database are skipped, or null when all of it is there. With
 * TURNPIKE_NO_SKIPS that is an error.
 */
export function djangoMissing(database: DatabaseName): string | null {
  const reason = missingPackages ?? databaseMissing(database)
  if (reason === null) return null
  if (process.env.TURNPIKE_NO_SKIPS) throw new Error(reason)
  console.warn(`Skipping tests: ${reason}`)
  return reason
}

export interface DjangoProjectOptions {
  database: DatabaseName
  /** Variables for its settings: `{ SECRET_KEY: '…' }`. */
  env?: Readonly<Record<string, string>>
}

/** The project on a database of its own, filled with 5,000 books, users, tokens and sessions. */
export interface DjangoProject {
  /** `sqlite:/tmp/…`, `postgres://…` or `mysql://…`: for Django and for Turnpike. */
  readonly databaseUrl: string
  /** The environment of `manage.py`. */
  readonly env: NodeJS.ProcessEnv
  /**
   * Runs Python with all models by their names, as `manage.py shell` does, and gives the value of the
   * last line: `shell('Book.objects.count()')`. The value must be one that JSON has.
   *
   * @throws with Python's traceback.
   */
  shell<Value = unknown>(code: string): Promise<Value>
  /**
   * Starts gunicorn with one process and four threads on a free port of 127.0.0.1.
   *
   * @returns its URL: `http://127.0.0.1:41231`.
   */
  serve(options?: { accessLog?: string }): Promise<string>
  /** Stops what was started, and deletes the database. */
  close(): Promise<void>
}

/** Ask {@link djangoMissing} first whether it can run. */
export async function djangoProject({
  database,
  env: settings = {},
}: DjangoProjectOptions): Promise<DjangoProject> {
  const python = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', SECRET_KEY: djangoSecretKey }
  const copy = await copyOf(database, { folder: djangoFolder, python: djangoPython, env: python })
  const env = { ...python, ...settings, DATABASE_URL: copy.url }
  const processes: Started[] = []
  let console: PythonConsole | null = null

  return {
    databaseUrl: copy.url,
    env,

    shell<Value>(code: string) {
      if (console === null) {
        console = openConsole(start(['manage.py', 'evaluate'], env))
        processes.push(console)
      }
      return console.run(code) as Promise<Value>
    },

    async serve({ accessLog } = {}) {
      const gunicorn = ['-m', 'gunicorn', 'project.wsgi', '--bind', '127.0.0.1:0', '--threads', '4']
      // Longer than `fetch` keeps a connection: it fails where it sends a request while the server
      // closes the connection, after 2 seconds by default.
      const patient = ['--keep-alive', '75']
      const logged = accessLog === undefined ? [] : ['--access-logfile', accessLog]
      const server = start([...gunicorn, ...patient, ...logged], env)
      processes.push(server)
      return await server.says(/Listening at: (http:\S+)/)
    },

    async close() {
      await Promise.all(processes.map((started) => started.stop()))
      await copy.drop()
    },
  }
}

interface Started {
  readonly child: ChildProcessWithoutNullStreams
  /** The first group of a pattern in what it logs. */
  says(pattern: RegExp): Promise<string>
  /** What it has logged. */
  log(): string
  stop(): Promise<void>
}

function start(args: readonly string[], env: NodeJS.ProcessEnv): Started {
  const child = spawn(djangoPython, args, { cwd: djangoFolder, env })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const exit = once(child, 'exit')
  return {
    child,
    log: () => log,
    async says(pattern) {
      for (let attempt = 0; attempt < 400 && child.exitCode === null; attempt++) {
        const found = pattern.exec(log)?.[1]
        if (found !== undefined) return found
        await new Promise((later) => setTimeout(later, 50))
      }
      throw new Error(`${args.join(' ')} does not say ${pattern}:\n${log}`)
    },
    async stop() {
      child.kill('SIGTERM')
      await exit
    },
  }
}

interface PythonConsole extends Started {
  run(code: string): Promise<unknown>
}

/** One question after the other, so that each answer is that of its question. */
function openConsole(started: Started): PythonConsole {
  const lines = createInterface({ input: started.child.stdout })[Symbol.asyncIterator]()
  const ask = async (code: string): Promise<unknown> => {
    started.child.stdin.write(`${JSON.stringify({ code })}\n`)
    const line = await lines.next()
    if (line.done) throw new Error(`Python has ended:\n${started.log()}`)
    const { value, error } = JSON.parse(line.value)
    if (error !== undefined) throw new Error(`${code}\n${error}`)
    return value
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    ...started,
    run(code) {
      const next = last.then(() => ask(code))
      last = next.catch(() => {})
      return next
    },
  }
}
