import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'

/** The databases that the Django project runs on. */
export type DatabaseName = 'sqlite' | 'postgres' | 'mysql'

/** What fills a database: `manage.py` of the project. */
export interface Project {
  readonly folder: string
  readonly python: string
  readonly env: NodeJS.ProcessEnv
}

/** A filled database for one test. */
export interface Copy {
  readonly url: string
  drop(): Promise<void>
}

const postgresUrl = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const mysqlUrl = process.env.TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/'

const cache = resolve(import.meta.dirname, '../../node_modules/.cache/turnpike-django')

const run = promisify(execFile)

/** Why this database cannot be used, or null. */
export function databaseMissing(database: DatabaseName): string | null {
  if (database === 'sqlite') return null
  if (database === 'postgres') {
    const { port, hostname } = new URL(postgresUrl)
    const isThere = answers(hostname, port || '5432')
    return isThere ? null : `PostgreSQL does not answer on ${postgresUrl} (TEST_POSTGRES_URL).`
  }
  const client = spawnSync('mysql', [...mysqlArgs(), '-e', 'select 1'], { env: mysqlEnv() })
  return client.status === 0
    ? null
    : `MariaDB does not answer on ${mysqlUrl} (TEST_MYSQL_URL), or there is no client mysql: ` +
        'install mariadb-server.'
}

/** Whether something listens there, without waiting for a promise. */
const answers = (host: string, port: string): boolean =>
  spawnSync('bash', ['-c', `exec 3<>/dev/tcp/${host}/${port}`]).status === 0

/** A database as the project fills it. It is filled once, and then copied. */
export const copyOf = (database: DatabaseName, project: Project): Promise<Copy> =>
  ({ sqlite: sqliteCopy, postgres: postgresCopy, mysql: mysqlCopy })[database](project)

async function sqliteCopy(project: Project): Promise<Copy> {
  const filled = join(cache, `${digestOf(project)}.sqlite3`)
  if (!existsSync(filled)) await made(filled, (file) => fill(project, `sqlite:${file}`))
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-django-'))
  const file = join(folder, 'db.sqlite3')
  copyFileSync(filled, file)
  return { url: `sqlite:${file}`, drop: () => rm(folder, { recursive: true }) }
}

async function postgresCopy(project: Project): Promise<Copy> {
  const filled = `turnpike_django_${digestOf(project)}`
  const name = newName()
  const client = new Client({ connectionString: postgresUrl })
  await client.connect()
  const found = await client.query('select 1 from pg_database where datname = $1', [filled])
  if (found.rows.length === 0) {
    await client.query(`create database ${name}`)
    await fill(project, urlOf(postgresUrl, name))
    await client.query(`alter database ${name} set synchronous_commit = off`)
    await client.query(`alter database ${name} rename to ${filled}`).catch(async (error) => {
      // Another test file was faster.
      if (error.code !== '42P04') throw error
      await client.query(`drop database ${name}`)
    })
  }
  await client.query(`create database ${name} template ${filled}`)
  return {
    url: urlOf(postgresUrl, name),
    async drop() {
      await client.query(`drop database ${name} with (force)`)
      await client.end()
    },
  }
}

async function mysqlCopy(project: Project): Promise<Copy> {
  const dump = join(cache, `${digestOf(project)}.sql`)
  const name = newName()
  const client = (...args: string[]) => run('mysql', [...mysqlArgs(), ...args], { env: mysqlEnv() })
  await client('-e', `create database ${name} character set utf8mb4`)
  if (!existsSync(dump)) {
    await fill(project, urlOf(mysqlUrl, name))
    await made(dump, (file) =>
      run('mysqldump', [...mysqlArgs(), '--result-file', file, name], { env: mysqlEnv() }),
    )
  } else await client(name, '-e', `source ${dump}`)
  return {
    url: urlOf(mysqlUrl, name),
    drop: async () => void (await client('-e', `drop database ${name}`)),
  }
}

const mysqlArgs = (): string[] => {
  const { hostname, port, username } = new URL(mysqlUrl)
  return ['--protocol=tcp', '-h', hostname, '-P', port || '3306', '-u', username || 'root']
}

const mysqlEnv = () => ({
  ...process.env,
  MYSQL_PWD: decodeURIComponent(new URL(mysqlUrl).password),
})

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = database
  return url.href
}

let copies = 0
const newName = () => `turnpike_django_${process.pid}_${Date.now().toString(36)}_${copies++}`

async function fill({ folder, python, env }: Project, url: string): Promise<void> {
  const options = { cwd: folder, env: { ...env, DATABASE_URL: url } }
  await run(python, ['manage.py', 'migrate', '-v0'], options)
  await run(python, ['manage.py', 'seed'], options)
}

/** Makes a file of the cache, which no other test sees before it is whole. */
async function made(file: string, make: (file: string) => Promise<unknown>): Promise<void> {
  mkdirSync(cache, { recursive: true })
  const part = `${file}.${process.pid}`
  rmSync(part, { force: true })
  await make(part)
  renameSync(part, file)
}

/** Of the sources of the project: with others, the databases of before are not used. */
function digestOf({ folder }: Project): string {
  const hash = createHash('sha256')
  for (const path of globSync('**/*.py', { cwd: folder }).sort())
    hash.update(`${path}\0`).update(readFileSync(join(folder, path)))
  return hash.digest('hex').slice(0, 12)
}
