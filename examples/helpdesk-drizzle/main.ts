/** `npm run helpdesk:drizzle`: migrates, adds users and tickets, serves, and says what to try. */
import cluster from 'node:cluster'
import { createService, readConfig, runService } from '@turnpike/service'
import { openDrizzle } from './database.ts'
import { digestOf } from './schemes.ts'
import definition from './service.ts'

const config = readConfig({ DATABASE_URL: 'sqlite:helpdesk.db', LOG_LEVEL: 'warn', ...process.env })
// With WORKERS each worker runs this file, too; the first process alone prepares.
if (cluster.isPrimary) {
  const { db, users, close } = await createService(definition, config, { migrate: true })
  const { orm, ticket, integration } = openDrizzle(db)
  if ((await users.find('ann')) === null) {
    await users.create({ username: 'root', password: 'root-password', isStaff: true })
    const { pk: owner } = await users.create({ username: 'ann', password: 'ann-password' })
    await orm.insert(integration).values({ digest: digestOf('demo-key'), name: 'demo', owner })
    const jam = { owner, subject: 'The printer is jammed', body: 'On floor 3.', priority: 2 }
    await orm.insert(ticket).values({ ...jam, status: 'open', created: new Date().toISOString() })
  }
  await close()
}
const { url } = await runService(definition, { config })
if (cluster.isPrimary)
  console.log(`The help desk is at ${url}; sign in as ann with ann-password, or as root. Try:
  curl '${url}/tickets/?status=open&q=printer' -u root:root-password
  curl ${url}/tickets/ -H 'X-Api-Key: demo-key' --json '{"subject": "Hot", "body": "On floor 4."}'`)
