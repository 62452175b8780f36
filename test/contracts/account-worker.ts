/** One of several processes that share an account database: prints what it got as JSON. */

import { kyselyAccounts } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { UsernameTaken } from 'turnpike'
import { named, quick } from '../support/accounts.ts'
import { secrets } from '../support/secrets.ts'

const [, , url = '', task] = process.argv
const { db, migrate, close } = openDatabase(url)
const migrated = await migrate()
const { users, tokens } = kyselyAccounts(db, { secrets, passwords: quick })

const created = await users.create(named('ada')).then(
  () => true,
  (error) => {
    if (error instanceof UsernameTaken) return false
    throw error
  },
)
const ada = await users.find('ada')
if (ada === null) throw new Error('There is no user ada.')

const keys: string[] = []
for (let round = 0; round < 20; round++) {
  const token = await (task === 'regenerate' ? tokens.regenerate(ada) : tokens.getOrCreate(ada))
  keys.push(token.key)
}
await close()
console.log(JSON.stringify({ migrated, created, keys }))
