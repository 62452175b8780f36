/** What `npm start` runs: migrates, adds what a demonstration needs, serves, and tells what to try. */
import cluster from 'node:cluster'
import { type Config, createService, readConfig, runService } from 'turnpike/service'
import { demo, seed } from './seed.ts'
import definition from './service.ts'

try {
  const config = readConfig({
    LOG_LEVEL: 'warn',
    DATABASE_URL: 'sqlite:notes.db',
    ...process.env,
  })
  // With WORKERS each worker runs this file, too; one process prepares and explains.
  const token = cluster.isPrimary ? await prepare(config) : null
  const { url } = await runService(definition, { config })
  if (token !== null) console.log(whatToTry(url, token))
} catch (error) {
  console.error(`turnpike: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}

/** The database with its tables, users and notes, and the key of the demo user's token. */
async function prepare(config: Config): Promise<string> {
  const { db, users, tokens, close } = await createService(definition, config, { migrate: true })
  try {
    const user = await seed(db, users)
    return (await tokens.getOrCreate(user)).key
  } finally {
    await close()
  }
}

function whatToTry(base: string, key: string): string {
  const url = base.replace('127.0.0.1', 'localhost').replace(/\/$/, '')
  const header = `-H 'Authorization: Token ${key}'`

  return `
Turnpike serves 10,000 notes on ${url}/ until you press Ctrl+C; open it in a browser, too.
The user is ${demo.username}, the password ${demo.password}, and the token:

  Authorization: Token ${key}

Try, in another terminal:

  curl ${url}/whoami/ ${header}
  curl '${url}/notes/?page=last&page_size=2' ${header}
  curl ${url}/notes/ ${header} -d title='Paid the toll' -d rating=4.5
  curl ${url}/api-token-auth/ -d username=${demo.username} -d password=${demo.password}
  curl -i ${url}/notes/1/
`
}
