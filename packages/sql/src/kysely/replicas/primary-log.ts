import { sql } from 'kysely'
import type { AnyDatabase } from '../database.ts'
import { type LogPosition, logPosition } from './log-position.ts'

/** Where the log of the primary was at a time. */
interface Sample {
  /** Milliseconds of `performance.now()`: everything committed before is in the log up to here. */
  readonly time: number
  readonly position: LogPosition
}

/** Milliseconds between two samples that are kept. */
const sampleMillis = 100

/** The write-ahead log of the primary, by which replicas are judged. */
export class PrimaryLog {
  readonly #db: AnyDatabase
  readonly #keptMillis: number
  #samples: Sample[] = []
  #next: Promise<LogPosition> | null = null

  /** @param keptMillis how old a sample may become. */
  constructor(db: AnyDatabase, keptMillis: number) {
    this.#db = db
    this.#keptMillis = keptMillis
  }

  /**
   * Where the log is now: everything committed before the call is in it. All calls of one turn of
   * the event loop share a statement, which is sent after them.
   */
  now(): Promise<LogPosition> {
    this.#next ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.#next = null
      return this.#ask()
    })
    return this.#next
  }

  /** Milliseconds by which a server with this position may be behind; infinite if unknown. */
  lagOf(position: LogPosition): number {
    const reached = this.#samples.findLast((sample) => sample.position <= position)
    return reached === undefined ? Number.POSITIVE_INFINITY : performance.now() - reached.time
  }

  async #ask(): Promise<LogPosition> {
    const time = performance.now()
    const { rows } = await here.execute(this.#db)
    const position = logPosition(rows[0]?.position ?? '')
    if (time - (this.#samples.at(-1)?.time ?? 0) >= sampleMillis) {
      this.#samples = this.#samples.filter((sample) => time - sample.time < this.#keptMillis)
      this.#samples.push({ time, position })
    }
    return position
  }
}

/** What is written, not what is on the disk: commits need not wait for the disk. */
const here = sql<{ position: string }>`select pg_current_wal_insert_lsn()::text as position`
