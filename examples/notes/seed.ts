import type { Kysely } from 'kysely'
import type { Account, UserStore } from 'turnpike'
import type { Tables } from './tables.ts'

/** The users of the demonstration. Everybody can read their passwords here. */
export const demo = { username: 'demo', password: 'demo-password' } as const
const others = [
  { username: 'ann', password: 'ann-password' },
  { username: 'ben', password: 'ben-password' },
] as const

const seededNotes = 10_000
/** Rows of one insert: SQLite takes 32,766 parameters, and a note has six. */
const batchSize = 1000

/**
 * Adds the users and notes that are missing. A second run adds nothing.
 *
 * @param secret the password of the demo user, where others may reach the service. The other users then
 *   have none, and passwords that everybody can read are replaced.
 */
export async function seed(
  db: Kysely<Tables>,
  users: UserStore<Account>,
  secret: string | null = null,
): Promise<Account> {
  const user = await findOrCreate(users, demo, true, secret ?? demo.password)
  const owners = [user]
  for (const other of others) {
    owners.push(await findOrCreate(users, other, false, secret === null ? other.password : null))
  }

  if ((await countNotes(db)) === 0) await addNotes(db, owners)
  return user
}

export async function countNotes(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('note')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function findOrCreate(
  users: UserStore<Account>,
  { username, password: known }: { username: string; password: string },
  isStaff: boolean,
  password: string | null,
): Promise<Account> {
  const user = await users.find(username)
  if (user === null) {
    return users.create({ username, password, email: `${username}@example.com`, isStaff })
  }
  if (password !== known && (await users.verify(username, known)) !== null) {
    await users.setPassword(user, password)
  }
  return user
}

/** All or none: a run that is cut off leaves an empty table, which the next one fills. */
async function addNotes(db: Kysely<Tables>, owners: readonly Account[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (let start = 0; start < seededNotes; start += batchSize) {
      const notes = Array.from({ length: batchSize }, (_, index) => makeNote(start + index, owners))
      await transaction.insertInto('note').values(notes).execute()
    }
  })
}

const adjectives = ['amber', 'brisk', 'calm', 'distant', 'early', 'faint', 'gentle', 'hollow']
const nouns = ['bridge', 'ferry', 'gate', 'harbour', 'lantern', 'milestone', 'toll', 'wayside']

/** The same notes on every machine, so that what one sees another can find. */
function makeNote(index: number, owners: readonly Account[]) {
  const adjective = adjectives[index % adjectives.length]
  const noun = nouns[Math.floor(index / adjectives.length) % nouns.length]
  const owner = owners[index % owners.length] as Account

  return {
    title: `The ${adjective} ${noun} ${index + 1}`,
    body: `Passed milestone ${index + 1} on the way.`,
    priority: (index * 7) % 10,
    rating: (((index * 37) % 501) / 100).toFixed(2),
    created: new Date(Date.UTC(2025, 0, 1) + index * 61_003).toISOString(),
    owner: owner.pk,
  }
}
