import type { Kysely } from 'kysely'
import { ConfigurationError, consoleLogger, type Logger } from 'turnpike'
import {
  type Answer,
  knownOptions,
  numberOf,
  type PositionStore,
  type ReadReplicas,
  withFields,
} from 'turnpike/kit'
import { type AnyDatabase, isSqlite } from '../database.ts'
import { positionsBy } from './positions.ts'
import { PrimaryLog } from './primary-log.ts'
import { inPrimaryPart, inReadScope, keepingPlace, ReadScope } from './read-scope.ts'
import { ReadingClients } from './reading-clients.ts'
import { clusterOf, Replica } from './replica.ts'
import { RoutedDatabase } from './routed-database.ts'

export interface ReplicasOptions {
  /** The databases of the replicas, by a name for the log: `{ 'db2:5432': replica }`. */
  databases: Readonly<Record<string, AnyDatabase>>
  /**
   * Seconds by which a replica may be behind the primary; beyond them it is passed over. At least
   * 3, because replicas are asked every second. Default 10.
   */
  maxLagSeconds?: number
  /**
   * Where other processes learn what a client has written: `memory`, nowhere, for one process;
   * `header`, from the client, who sends the field `Turnpike-Position` of an answer with later
   * requests; or a store. Default `memory`.
   */
  positions?: 'memory' | 'header' | PositionStore
  /** Logs which replicas are used and passed over. Default: the console. */
  logger?: Logger
}

const replicasOptions = knownOptions<ReplicasOptions>('replicas()', {
  databases: 'required',
  maxLagSeconds: numberOf('seconds', 3),
  positions: 'optional',
  logger: 'optional',
})

/** A database with replicas, for the setting `READ_REPLICAS`. */
export interface Replicated<Tables> extends ReadReplicas {
  /** The database for the lists and stores of views. */
  readonly db: Kysely<Tables>
  /** Each replica with the reason why it is passed over; null if it is used. */
  readonly states: readonly ReplicaState[]
  /** Asks the replicas no more. The databases stay open. */
  close(): void
}

/** Whether a replica is used. */
export interface ReplicaState {
  readonly name: string
  /** Why it is passed over: `it is 12.3 s behind`. Null if it is used. */
  readonly fault: string | null
}

/** Milliseconds between two looks at the replicas. */
const lookMillis = 1000

/** How long samples of the primary's log are kept beyond the lag that is allowed. */
const marginMillis = 5000

/**
 * Lets the reads of safe requests come from replicas of a PostgreSQL database.
 *
 * ```ts
 * const replicated = replicas(db, { databases: { 'db2:5432': second } })
 * const api = createApi({ READ_REPLICAS: replicated })
 * kyselyItems(replicated.db, replicated.db.selectFrom('note').selectAll())
 * ```
 *
 * Statements of `replicated.db` in a GET, HEAD, OPTIONS or TRACE go to one replica if they only
 * read. Those in transactions, those of permissions, those of Turnpike's own tables (accounts,
 * tokens, sessions, counts) and everything after a write go to the primary. A client sees its own
 * writes, and never an older state than before. A replica that is lost, late or promoted is passed
 * over.
 *
 * @throws ConfigurationError when an option is invalid, or a database is not PostgreSQL.
 */
export function replicas<Tables>(db: Kysely<Tables>, options: ReplicasOptions): Replicated<Tables> {
  replicasOptions.require(options)
  const { databases, maxLagSeconds = 10, positions = 'memory', logger = consoleLogger } = options
  for (const given of [db, ...Object.values(databases)]) requirePostgres(given)
  const maxLagMillis = maxLagSeconds * 1000
  const log = new PrimaryLog(db, maxLagMillis + marginMillis)
  const common = { log, maxLagMillis, cluster: () => clusterOf(db), logger }
  const all = Object.entries(databases).map(
    ([name, database]) => new Replica({ name, db: database, ...common }),
  )
  const seconds = Math.ceil(maxLagSeconds)
  const shared = positionsBy(positions, { log, seconds, logger })
  const clients = new ReadingClients(log, all, maxLagMillis)
  let isLooking = false
  const timer = setInterval(look, lookMillis)
  timer.unref?.()
  look()

  async function look(): Promise<void> {
    for (const replica of all) replica.ask()
    // A primary that hangs is not asked again and again.
    if (isLooking) return
    isLooking = true
    await log.now().catch(() => {})
    isLooking = false
  }

  return {
    db: new RoutedDatabase(db),

    get states() {
      return all.map(({ name, fault }) => ({ name, fault }))
    },

    close: () => clearInterval(timer),

    async run(request, work): Promise<Answer> {
      const client = clients.of(request.sender)
      const scope = new ReadScope(
        request.isSafe,
        async () => client.placeFor(await shared.neededBy(request)),
        () => client.enterPrimary(),
      )
      const end = async () => {
        scope.end()
        const text = scope.hasWritten ? await shared.written(request) : null
        if (scope.isAtPrimary) client.leavePrimary(scope.hasWritten)
        return text
      }
      try {
        const answer = await inReadScope(scope, work)
        const text = await end()
        return text === null || shared.header === null
          ? answer
          : withFields(answer, [shared.header, text])
      } catch (error) {
        if (!scope.isOver) await end()
        throw error
      }
    },

    atPrimary: inPrimaryPart,
    fromHere: keepingPlace,
  }
}

function requirePostgres(db: AnyDatabase): void {
  if (!isSqlite(db)) return
  throw new ConfigurationError(
    'replicas() needs PostgreSQL: a SQLite database has no servers. Leave its option out.',
  )
}
