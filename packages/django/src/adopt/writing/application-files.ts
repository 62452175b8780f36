import type { Dialect } from '../inspect/schema.ts'
import {
  type DjangoProject,
  requiredColumns,
  type UserColumn,
  type UserTable,
  userColumns,
} from '../project/project.ts'
import type { AdoptedSettings, PlainValue } from '../settings/adopted.ts'
import type { Names } from './names.ts'
import { type Policies, plainCode, variableCode } from './settings-file.ts'
import {
  bracketed,
  type Code,
  Imports,
  labelled,
  numberLiteral,
  printed,
  stringLiteral,
} from './source.ts'

/** How the application opens the database of `DATABASE_URL`. */
export const databaseFile = (dialect: Dialect): string => databaseFiles[dialect]

const databaseFiles: Record<Dialect, string> = {
  sqlite: `import { existsSync } from 'node:fs'
import { outageAwareDialect, sqliteDialect } from '@turnpike/sql'
import Sqlite from 'better-sqlite3'
import { Kysely } from 'kysely'
import { variable } from './environment.ts'
import type { Tables } from './tables.ts'

/** The database of Django, in the file of \`DATABASE_URL\`: \`sqlite:/srv/app/db.sqlite3\`. */
export function openDatabase(): Kysely<Tables> {
  const path = variable('DATABASE_URL').replace(/^sqlite:/, '')
  if (!existsSync(path)) throw new Error(\`DATABASE_URL: there is no file \${path}.\`)
  // The dialect waits for locks: SQLite would block the process.
  const sqlite = new Sqlite(path, { fileMustExist: true, timeout: 0 })
  return new Kysely<Tables>({ dialect: outageAwareDialect(sqliteDialect(sqlite)) })
}
`,
  postgres: `import { postgresDialect, postgresTypes } from '@turnpike/sql'
import { Kysely } from 'kysely'
import { Pool, types } from 'pg'
import { variable } from './environment.ts'
import type { Tables } from './tables.ts'

/** The database of Django, at \`DATABASE_URL\`: \`postgres://user:password@host:5432/name\`. */
export function openDatabase(): Kysely<Tables> {
  const pool = new Pool({
    connectionString: variable('DATABASE_URL'),
    connectionTimeoutMillis: 2000,
    query_timeout: 12_000,
    types: postgresTypes(types),
  })
  return new Kysely<Tables>({ dialect: postgresDialect(pool) })
}
`,
  mysql: `import { outageAwareDialect } from '@turnpike/sql'
import { Kysely, MysqlDialect } from 'kysely'
import { createPool } from 'mysql2'
import { variable } from './environment.ts'
import type { Tables } from './tables.ts'

/** The database of Django, at \`DATABASE_URL\`: \`mysql://user:password@host:3306/name\`. */
export function openDatabase(): Kysely<Tables> {
  const pool = createPool({
    uri: variable('DATABASE_URL').replace(/^mariadb:/, 'mysql:'),
    // Moments, dates and JSON as they are stored, and integers beyond 2^53 as texts.
    dateStrings: true,
    jsonStrings: true,
    supportBigNumbers: true,
  })
  return new Kysely<Tables>({ dialect: outageAwareDialect(new MysqlDialect({ pool })) })
}
`,
}

/** The accounts of the application, in Django's tables. */
export function accountsFile(
  { accounts: { users, knoxVersion }, passwordIterations }: DjangoProject,
  { knox, passwordFormat, sessions }: AdoptedSettings,
  { needsSecretKey }: Policies,
): string {
  const imports = new Imports()
  imports.add('kysely', 'type Kysely')
  imports.add('@turnpike/django', 'djangoAccounts')
  imports.add('./tables.ts', 'type Tables')
  const mapping = users === null ? [] : mappingOf(users)
  const ofKnox = [...(knoxVersion === 4 ? ['version: 4'] : []), ...members(knox.values)]
  const ofPasswords = passwordOptions(passwordFormat, passwordIterations)
  if (ofPasswords.length > 0) imports.add('@turnpike/django', 'djangoPasswords')
  const hasKnox = knoxVersion !== null && ofKnox.length > 0
  const options: Code[] = [
    ...(needsSecretKey ? [`secretKey: ${variableCode('DJANGO_SECRET_KEY', imports)}`] : []),
    ...(mapping.length === 0 ? [] : [bracketed('users: {', mapping, '}')]),
    ...permissionOptions(users),
    ...(ofPasswords.length > 0
      ? [bracketed('passwords: djangoPasswords({', ofPasswords, '})')]
      : []),
    ...(sessions.size > 0 ? [bracketed('sessions: {', members(sessions), '}')] : []),
    ...(hasKnox ? [bracketed('knox: {', ofKnox, '}')] : []),
  ]
  const call = bracketed('djangoAccounts(db, {', options, '})', { isBroken: true })
  return `${imports}

/**
 * The users, tokens, sessions and permissions of Django, in its own tables. Sessions, CSRF tokens
 * and the tokens of simplejwt need the \`SECRET_KEY\` of Django, as \`DJANGO_SECRET_KEY\`.
 */
export const accountsOf = (db: Kysely<Tables>) =>
  ${printed(call, 2)}

export type Accounts = ReturnType<typeof accountsOf>
`
}

const members = (values: ReadonlyMap<string, PlainValue>): readonly Code[] =>
  [...values].map(([name, value]) => labelled(`${name}: `, plainCode(value)))

/** How new passwords are made. */
const passwordOptions = (
  format: AdoptedSettings['passwordFormat'],
  iterations: number | null,
): readonly string[] => [
  ...(format === null || format === 'pbkdf2_sha256' ? [] : [`format: ${stringLiteral(format)}`]),
  ...(iterations !== null && hasIterations(format)
    ? [`iterations: ${numberLiteral(iterations)}`]
    : []),
]

/** Whether new passwords are made by PBKDF2, which is Django's default. */
export const hasIterations = (format: AdoptedSettings['passwordFormat']): boolean =>
  format === null || format.startsWith('pbkdf2_')

/** The names that differ from Django's own table. */
function mappingOf({ table, columns, pkType }: UserTable): readonly string[] {
  const differing = (Object.entries(userColumns) as [UserColumn, string][]).filter(
    // Without these there are no users: the report names them.
    ([meaning, name]) =>
      columns[meaning] !== name &&
      (columns[meaning] !== null || !requiredColumns.includes(meaning)),
  )
  return [
    ...(table === 'auth_user' ? [] : [`table: ${stringLiteral(table)}`]),
    ...(pkType === 'integer' ? [] : [`pkType: ${stringLiteral(pkType)}`]),
    ...differing.map(([meaning]) => {
      const column = columns[meaning]
      return `${meaning}: ${column === null ? 'null' : stringLiteral(column)}`
    }),
  ]
}

/** Django names the column of the user after the model, which a table need not be named after. */
function permissionOptions(users: UserTable | null): readonly string[] {
  const model = users?.model ?? null
  if (users === null || model === null) return []
  const isPreset = users.table.slice(users.table.lastIndexOf('_') + 1) === model
  return isPreset ? [] : [`permissions: { userModel: ${stringLiteral(model)} }`]
}

/** All views of the application. */
export function applicationFile({ apps }: Names, { values }: AdoptedSettings): string {
  const imports = new Imports()
  imports.add('kysely', 'type Kysely')
  imports.add('turnpike', 'routes')
  imports.add('./accounts.ts', 'accountsOf')
  imports.add('./settings.ts', 'newApi')
  imports.add('./tables.ts', 'type Tables')
  for (const { file, views } of apps.values()) imports.add(`./${file}.ts`, views)
  const views = [...apps.values()].map((app) => `...${app.views}(context)`)
  return `${imports}

/** The views over a database of Django. */
export function application(db: Kysely<Tables>) {
  const django = accountsOf(db)
  const api = newApi(django${values.get('ATOMIC_REQUESTS') === true ? ', db' : ''})
${views.length === 0 ? '' : '  const context = { api, db, django }\n'}
  return routes(api, ${printed(bracketed('{', views, '}', { isBroken: true }), 2)})
}
`
}

/** The file that reads the environment of the application. */
export const environmentFile = `/** A variable without which the application does not start. */
export function variable(name: string): string {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(\`Set \${name}: see README.md.\`)
  return value
}

/** The port of \`PORT\`. Default 8000. */
export function port(): number {
  const { PORT = '8000' } = process.env
  if (/^\\d{1,5}$/.test(PORT) && Number(PORT) <= 65_535) return Number(PORT)
  throw new Error(\`PORT must be a number from 0 to 65535, not \${JSON.stringify(PORT)}.\`)
}
`

export const mainFile = `import { sql } from 'kysely'
import { serve } from 'turnpike/node'
import { application } from './application.ts'
import { openDatabase } from './database.ts'
import { port } from './environment.ts'

/** Serves until the process is stopped. */
async function main(): Promise<void> {
  const options = { host: process.env.HOST ?? '127.0.0.1', port: port() }
  const db = openDatabase()
  try {
    const app = application(db)
    await sql\`select 1 from django_migrations where 1 = 0\`.execute(db).catch((error: Error) => {
      throw new Error(\`The database of DATABASE_URL does not answer: \${error.message}\`)
    })
    const server = await serve(app, { ...options, onClose: () => db.destroy() })
    console.log(\`Listening on \${server.url}\`)
  } catch (error) {
    await db.destroy()
    throw error
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
`

/** The tests of the application. They only read, so that any copy of the database will do. */
export function testFile({ models }: Names, { unguarded }: Policies): string {
  const guarded = [...models].filter(([model]) => !unguarded.has(model))
  const paths = guarded.map(([, { path }]) => stringLiteral(path))
  const list = printed(bracketed('const lists: string[] = [', paths, ']'))
  return `import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { testClient } from '@turnpike/testing'
import { application } from '../src/application.ts'
import { openDatabase } from '../src/database.ts'

// Only reads. Run it over a copy all the same: DATABASE_URL=… npm test
const db = openDatabase()
after(() => db.destroy())
const token = process.env.TEST_TOKEN
const anonymous = testClient(application(db))
const root = testClient(application(db), { headers: { Authorization: \`Token \${token}\` } })

${list}

for (const path of lists) {
  it(\`\${path} refuses strangers\`, async () => {
    const { status } = await anonymous.get(path)
    assert.ok(status === 401 || status === 403, \`\${status}\`)
  })

  // TEST_TOKEN is the token of a superuser, or of a user who may view these models in Django.
  it(\`\${path} is shown to the user of TEST_TOKEN\`, { skip: token === undefined }, async () => {
    assert.equal((await root.get(path)).status, 200)
  })
}
`
}
