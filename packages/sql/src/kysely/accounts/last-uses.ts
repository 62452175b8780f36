import type { Kysely } from 'kysely'
import type { Logger } from 'turnpike'
import { outsideTransactions } from '../transactions/scope.ts'
import type { AccountTables } from './tables.ts'

/** Records when tokens or API keys were last used, a moment later and many at once. */
export interface LastUses {
  /** Notes a use. It is written later. @param id in the column of the `UsedTable`. */
  note(id: string): void
  /** Writes the noted uses and waits for running writes. Never rejects. */
  flush(): Promise<void>
}

/**
 * Milliseconds between a use and its writing, so that one commit covers all uses of that time.
 */
const delay = 1000
/** The same after a failure, such as a full disk. */
const delayAfterFailure = 60_000
/** Maximum number of pending uses. Further ones are dropped: the next use is noted instead. */
const maxNoted = 10_000
/** Maximum number of uses per statement. */
const batchSize = 500

/** Whose uses are recorded: the table with the column `last_used`, and the column of `note`. */
export type UsedTable =
  | { readonly table: 'turnpike_token'; readonly id: 'digest'; readonly of: 'tokens' }
  | { readonly table: 'turnpike_api_key'; readonly id: 'id'; readonly of: 'API keys' }

/** Writes the uses of these rows. */
export const lastUses = (
  db: Kysely<AccountTables>,
  { table, id, of }: UsedTable,
  now: () => Date,
  logger: Logger,
): LastUses =>
  notedUses({
    of,
    logger,
    // The caller's transaction will be over by then.
    isWritten: !db.isTransaction,
    write: (ids) =>
      db.updateTable(table).set({ last_used: now().toISOString() }).where(id, 'in', ids).execute(),
  })

export interface NotedUses {
  /** The name of the used things, for the log. */
  readonly of: string
  readonly logger: Logger
  readonly isWritten: boolean
  write(ids: readonly string[]): Promise<unknown>
}

/** A use that cannot be written is logged: at worst a token expires early. */
export function notedUses({ of, logger, isWritten, write: writeIds }: NotedUses): LastUses {
  let noted = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<boolean> = Promise.resolve(true)

  async function write(): Promise<boolean> {
    // Always in the same order, so that two processes do not wait for each other's rows.
    const ids = [...noted].sort()
    noted = new Set()
    try {
      for (let start = 0; start < ids.length; start += batchSize) {
        await writeIds(ids.slice(start, start + batchSize))
      }
      return true
    } catch (err) {
      logger.error({ err }, `The last use of ${of} could not be written.`)
      return false
    }
  }

  function flush(): Promise<boolean> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  async function writeLater() {
    const isWritten = await flush()
    if (!isWritten) schedule(delayAfterFailure)
  }

  function schedule(milliseconds: number) {
    // The transaction of a request ends before.
    timer ??= outsideTransactions(() => setTimeout(writeLater, milliseconds))
    // Does not keep the process alive.
    timer.unref?.()
  }

  return {
    note(id) {
      if (!isWritten) return
      if (noted.size < maxNoted) noted.add(id)
      schedule(delay)
    },

    async flush() {
      await flush()
    },
  }
}
