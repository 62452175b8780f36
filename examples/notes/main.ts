/** What `npm start` runs: migrates, adds what a demonstration needs, serves, and tells what to try. */
import cluster from 'node:cluster'
import { randomBytes } from 'node:crypto'
import { type Config, createService, readConfig, runService } from '@turnpike/service'
import { isForOthers } from './is-for-others.ts'
import { countNotes, demo, seed } from './seed.ts'
import definition from './service.ts'

try {
  const config = readConfig({
    LOG_LEVEL: 'warn',
    DATABASE_URL: 'sqlite:notes.db',
    ...process.env,
  })
  // With WORKERS each worker runs this file, too; one process prepares and explains.
  const demonstration = cluster.isPrimary ? await prepare(config) : null
  const { url } = await runService(definition, { config })
  if (demonstration !== null) console.log(whatToTry(url, demonstration))
} catch (error) {
  console.error(`turnpike: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}

/** What the demo user signs in with. */
interface Demonstration {
  readonly key: string
  /** Null: one that an earlier start has printed. */
  readonly password: string | null
  readonly noteCount: number
}

/** Makes the database with its tables, users and notes. */
async function prepare(config: Config): Promise<Demonstration> {
  const secret = isForOthers(config, process.env) ? randomBytes(12).toString('base64url') : null
  const { db, users, tokens, close } = await createService(definition, config, { migrate: true })
  try {
    const user = await seed(db, users, secret)
    const { key } = await tokens.getOrCreate(user)
    const password = secret ?? demo.password
    const isPassword = (await users.verify(demo.username, password)) !== null
    return { key, password: isPassword ? password : null, noteCount: await countNotes(db) }
  } finally {
    await close()
  }
}

function whatToTry(base: string, { key, password, noteCount }: Demonstration): string {
  const url = base.replace('127.0.0.1', 'localhost').replace(/\/$/, '')
  const header = `-H 'Authorization: Token ${key}'`
  const itsPassword =
    password === null
      ? 'the password is the one printed at the first start'
      : `the password is ${password}`

  return `
Turnpike serves ${noteCount.toLocaleString('en')} ${noteCount === 1 ? 'note' : 'notes'} on ${url}/ until you press Ctrl+C; open it in a browser, too.
The user is ${demo.username}, ${itsPassword}, and this is the token:

  Authorization: Token ${key}

Try, in another terminal:

  curl ${url}/whoami/ ${header}
  curl '${url}/notes/?page=last&page_size=2' ${header}
  curl '${url}/notes/?search=early+ferry' ${header}
  curl '${url}/notes/?priority__gte=8&created__lt=2025-01-02' ${header}
  curl ${url}/notes/ ${header} -d title='Paid the toll' -d rating=4.5
  curl ${url}/keys/ ${header} --json '{"name": "export", "scopes": ["notes:read"]}'
  curl ${url}/api-token-auth/ -d username=${demo.username} -d password=${password ?? 'THE-PASSWORD'}
  curl -i ${url}/notes/1/
`
}
