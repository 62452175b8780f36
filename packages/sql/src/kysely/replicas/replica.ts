import { setTimeout as sleep } from 'node:timers/promises'
import { type QueryResult, sql } from 'kysely'
import type { Logger } from 'turnpike'
import type { AnyDatabase } from '../database.ts'
import { DatabaseUnavailable } from '../outages.ts'
import { type LogPosition, logPosition } from './log-position.ts'
import type { PrimaryLog } from './primary-log.ts'

export interface ReplicaOptions {
  readonly name: string
  readonly db: AnyDatabase
  readonly log: PrimaryLog
  readonly maxLagMillis: number
  /** Identifies the cluster of the primary: a replica has the same. Null if it cannot be read. */
  readonly cluster: () => Promise<string | null>
  readonly logger: Logger
}

/** Milliseconds that a replica has to say where it is. */
const answerMillis = 1000

/** Milliseconds between two questions while something waits for a place in the log. */
const askMillis = 3

/** A server that replays the log of the primary. */
export class Replica {
  readonly name: string
  readonly db: AnyDatabase
  readonly #options: ReplicaOptions
  /** Where it was when it answered last; null if it cannot be used. */
  #position: LogPosition | null = null
  #epoch = 0
  #probe: Promise<void> | null = null
  #fault: string | null = 'it has not answered yet'
  /** Whether the log says that it is used; null before it says anything. */
  #isReported: boolean | null = null
  readonly #running = new Set<(error: Error) => void>()

  constructor(options: ReplicaOptions) {
    this.#options = options
    this.name = options.name
    this.db = options.db
  }

  /** Why it is passed over; null if it is not. */
  get fault(): string | null {
    if (this.#position === null) return this.#fault
    const { log, maxLagMillis } = this.#options
    const lag = log.lagOf(this.#position)
    if (lag <= maxLagMillis) return null
    return Number.isFinite(lag) ? `it is ${(lag / 1000).toFixed(1)} s behind` : 'it is behind'
  }

  /** Changes when it may show an older state than before, as after a crash. */
  get epoch(): number {
    return this.#epoch
  }

  /** Whether it is known to have replayed the log up to there. */
  hasReached(position: LogPosition): boolean {
    return this.#position !== null && this.#position >= position
  }

  /** Waits until it has replayed the log up to there. False if that takes longer. */
  async reaches(position: LogPosition, millis: number): Promise<boolean> {
    const end = performance.now() + millis
    while (!this.hasReached(position)) {
      if (performance.now() >= end) return false
      await this.ask()
      if (this.#position === null) return false
      if (!this.hasReached(position)) await sleep(askMillis)
    }
    return true
  }

  /** Asks where it is. Calls at the same time share a question. Never rejects. */
  ask(): Promise<void> {
    this.#probe ??= this.#ask().finally(() => {
      this.#probe = null
    })
    return this.#probe
  }

  /** Runs a statement on it. It rejects at once when the replica turns out to be lost. */
  run<Row>(execute: () => Promise<QueryResult<Row>>): Promise<QueryResult<Row>> {
    return new Promise((resolve, reject) => {
      this.#running.add(reject)
      execute()
        .then(resolve, (error: unknown) => {
          // Others need not find out by themselves.
          if (error instanceof DatabaseUnavailable) this.ask()
          reject(error)
        })
        .finally(() => this.#running.delete(reject))
    })
  }

  async #ask(): Promise<void> {
    const wasAway = this.#position === null
    try {
      this.#reached(await this.#answer())
    } catch (error) {
      this.#lose(error as Error)
    }
    const isBack = wasAway && this.#position !== null
    // How late it is may not be known at its first answer.
    if (this.fault === null || !isBack) this.#report()
  }

  async #answer(): Promise<LogPosition> {
    const late = AbortSignal.timeout(answerMillis)
    const answer = this.#place()
    // It may fail after its time, when nobody waits for it.
    answer.catch(() => {})
    const silence = new Promise<never>((_resolve, reject) => {
      late.onabort = () => reject(new Error(`it has not answered for ${answerMillis} ms`))
    })
    return Promise.race([answer, silence])
  }

  async #place(): Promise<LogPosition> {
    const { db, cluster } = this.#options
    const { rows } = await place.execute(db)
    const position = rows[0]?.position ?? null
    if (position === null) throw new Error('it is no standby, or was promoted')
    if (this.#position === null) {
      const [own, primary] = [await clusterOf(db), await cluster()]
      if (own !== null && primary !== null && own !== primary) {
        throw new Error('it is a standby of another database')
      }
    }
    return logPosition(position)
  }

  #reached(position: LogPosition): void {
    if (this.#position !== null && position < this.#position) this.#epoch++
    this.#position = position
    this.#fault = null
  }

  #lose(error: Error): void {
    this.#position = null
    this.#epoch++
    this.#fault = Reflect.get(error, 'reason') ?? error.message
    for (const reject of this.#running) reject(error)
    this.#running.clear()
  }

  #report(): void {
    const { name, logger } = this.#options
    const now = this.fault
    if ((now === null) === this.#isReported) return
    this.#isReported = now === null
    if (now === null) logger.info({ replica: name }, `The replica ${name} is used.`)
    else logger.warn({ replica: name }, `The replica ${name} is passed over: ${now}.`)
  }
}

const place = sql<{ position: string | null }>`
  select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position`

/** Identifies the cluster of a server. Null if the user may not read it. */
export async function clusterOf(db: AnyDatabase): Promise<string | null> {
  try {
    const { rows } = await cluster.execute(db)
    return rows[0]?.cluster ?? null
  } catch {
    return null
  }
}

const cluster = sql<{ cluster: string }>`
  select system_identifier::text as cluster from pg_control_system()`
