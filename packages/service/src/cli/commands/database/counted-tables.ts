import { foldCounted, rebuildCounted, verifyCounted } from '@turnpike/sql'
import { CommandFailed } from 'turnpike/kit'
import { withDatabase } from '../../accounts.ts'
import type { DatabaseOptions } from '../../database-option.ts'
import { withProgress } from '../../progress.ts'

const existing = { create: false }
/** All rows are read, which takes as long as it takes. */
const unhurried = { create: false, patient: true }

/** Compares the counters with the rows. @throws CommandFailed when one is wrong or not kept. */
export const verify = (table: string | undefined, options: DatabaseOptions) =>
  withDatabase(
    options,
    async ({ db }) => {
      const verified = await withProgress((onProgress) =>
        verifyCounted(db, table ?? null, onProgress),
      )
      for (const { table, fault, drifts } of verified) {
        if (fault === null && drifts.length === 0) console.log(`${table}: its counters are right.`)
        if (fault !== null) console.log(`${table}: its counters are not in use: ${fault}`)
        for (const { what, kept, found } of drifts)
          console.log(`${table}: ${what}: the counter says ${kept}, there are ${found}.`)
      }
      if (verified.length === 0) console.log('No table is counted.')
      const wrong = verified.filter(({ fault, drifts }) => fault !== null || drifts.length > 0)
      if (wrong.length > 0) {
        throw new CommandFailed(
          `Counters to repair: ${wrong.map(({ table }) => table).join(', ')}. Run: turnpike counted rebuild`,
        )
      }
    },
    unhurried,
  )

/** Counts all rows again. */
export const rebuild = (table: string | undefined, options: DatabaseOptions) =>
  withDatabase(
    options,
    async ({ db }) => {
      const rebuilt = await withProgress((onProgress) =>
        rebuildCounted(db, table ?? null, onProgress),
      )
      for (const name of rebuilt) console.log(`${name}: counted again.`)
      if (rebuilt.length === 0) console.log('No table is counted.')
    },
    unhurried,
  )

/** Adds to the counters what other programs have written. */
export const fold = (table: string | undefined, options: DatabaseOptions) =>
  withDatabase(
    options,
    async ({ db }) => {
      const folded = await foldCounted(db, table ?? null)
      if (folded === null) console.log('On SQLite each write updates the counters.')
      else if (folded.size === 0) console.log('No table is counted.')
      else for (const [name, count] of folded) console.log(`${name}: ${count} changes folded.`)
    },
    existing,
  )
