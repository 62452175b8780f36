/** Writes to the database in groups until it is killed, and prints the number of each write that is acknowledged. */
import { writeSync } from 'node:fs'
import { openDatabase } from '@turnpike/sql/node'
import { sql } from 'kysely'

const [url = '', round = '0'] = process.argv.slice(2)
const { db } = openDatabase(url)
await sql`create table if not exists written (round integer, number integer, text text)`.execute(db)

let next = 0
const write = async (): Promise<never> => {
  for (;;) {
    const row = { round: Number(round), number: next++, text: 'x'.repeat(next % 500) }
    await db.insertInto('written').values([row, row, row]).execute()
    writeSync(1, `${row.number}\n`)
    // A constraint that fails in the same group takes nothing with it.
    if (row.number % 5 === 0)
      await sql`insert into written values (abs('x'), null)`.execute(db).catch(() => {})
  }
}
await Promise.all(Array.from({ length: 16 }, write))
