import { openDatabase } from '../../../src/kysely/opening/open.ts'

/** Adds three notes in one statement and takes three away in another, over and over, for two seconds. */
const { db, close } = openDatabase(process.argv[2] ?? '')
const owner = Number(process.argv[3])
const end = performance.now() + 2000
while (performance.now() < end) {
  const notes = [1, 2, 3].map(() => ({ owner }))
  await db.insertInto('note').values(notes).execute()
  await db.deleteFrom('note').where('owner', '=', owner).execute()
}
await close()
