import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'turnpike'
import { knownOptions, longestTimer, numberOf } from 'turnpike/kit'
import type { AnyDatabase } from '../database.ts'
import type { CountedDefinition } from './definition.ts'
import { forgetCounters } from './discovery.ts'
import { foldStep, fullStep, vacuumDeltas } from './postgres/counted.ts'
import { storedDefinitions } from './stored.ts'

/** Folding in the background. */
export interface Folding {
  /** Resolves after the current step. */
  stop(): Promise<void>
}

export interface FoldingOptions {
  readonly logger: Logger
  /** Milliseconds until the first look, and between looks after writes. Default 100. */
  readonly busyMillis?: number
}

const foldingOptions = knownOptions<FoldingOptions>('startFolding()', {
  logger: 'required',
  busyMillis: numberOf('milliseconds', 1, longestTimer.milliseconds),
})

/** Milliseconds between looks when nothing is written. */
const idleMillis = 2000

/** Milliseconds after which new counted tables are noticed. */
const discoverMillis = 30_000

/** Folded deltas after which the table of deltas is vacuumed: readers pass over dead ones too. */
const vacuumAfter = 20_000

/**
 * Folds the deltas of all counted tables of a PostgreSQL database, again and again. Of several
 * processes one does it at a time. A failure is logged once and tried again later.
 *
 * @throws ConfigurationError when an option is unknown or invalid.
 */
export function startFolding(db: AnyDatabase, options: FoldingOptions): Folding {
  foldingOptions.require(options)
  const { logger, busyMillis = 100 } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (millis: number) => sleep(millis, undefined, { signal, ref: false }).catch(() => {})
  const dead = new Map<string, number>()
  let definitions: readonly CountedDefinition[] = []
  let discovered = Number.NEGATIVE_INFINITY

  /** Returns how many deltas there were. */
  async function foldAll(): Promise<number> {
    if (performance.now() - discovered > discoverMillis) {
      const before = JSON.stringify(definitions)
      definitions = await storedDefinitions(db)
      discovered = performance.now()
      // A migration beside the running service may have changed what is counted.
      if (JSON.stringify(definitions) !== before) forgetCounters(db)
    }
    let sum = 0
    for (const definition of definitions) {
      const folded = await foldTable(definition)
      sum += folded
    }
    return sum
  }

  async function foldTable(definition: CountedDefinition): Promise<number> {
    let sum = 0
    for (let folded = fullStep; folded === fullStep && !signal.aborted; ) {
      folded = Math.max(0, await foldStep(db, definition))
      sum += folded
    }
    const name = JSON.stringify([definition.schema, definition.table])
    const left = (dead.get(name) ?? 0) + sum
    dead.set(name, left)
    if (left > vacuumAfter && !signal.aborted) {
      await vacuumDeltas(db, definition)
      dead.set(name, 0)
    }
    return sum
  }

  async function run(): Promise<void> {
    let hasFailed = false
    let millis = busyMillis
    while (!signal.aborted) {
      await pause(millis)
      if (signal.aborted) return
      try {
        millis = (await foldAll()) > 0 ? busyMillis : Math.min(millis * 2, idleMillis)
        hasFailed = false
      } catch (err) {
        // The table may have been dropped, or is counted in another way now.
        discovered = Number.NEGATIVE_INFINITY
        millis = idleMillis
        if (!hasFailed && !signal.aborted) logger.warn({ err }, failed)
        hasFailed = true
      }
    }
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

const failed =
  'Counted tables could not be folded. Their counts stay exact; reading them takes longer until it succeeds.'
