import { ConfigurationError, type Logger } from 'turnpike'
import type { PositionStore, ReplicaRequest } from 'turnpike/kit'
import { type LogPosition, positionText, readPositionText } from './log-position.ts'
import type { PrimaryLog } from './primary-log.ts'

/** Where processes learn how far the writes of a client have come. */
export interface Positions {
  /** The header field for answers of requests that wrote; null without one. */
  readonly header: string | null
  /** What other processes have written for a client. Null if nothing, or if nobody knows. */
  neededBy(request: ReplicaRequest): Promise<LogPosition | null>
  /** Shows other processes how far the client's writes have come. Null if nobody asks. */
  written(request: ReplicaRequest): Promise<string | null>
}

/** A position that no replica has reached: the client reads what the primary has by now. */
const everything: LogPosition = (1n << 64n) - 1n

const field = 'turnpike-position'

/** @throws ConfigurationError when they are none of these. */
export function positionsBy(
  given: 'memory' | 'header' | PositionStore,
  { log, seconds, logger }: { log: PrimaryLog; seconds: number; logger: Logger },
): Positions {
  if (given === 'memory') {
    return { header: null, neededBy: async () => null, written: async () => null }
  }
  const store = given === 'header' ? null : requireStore(given)
  return {
    header: store === null ? field : null,

    async neededBy({ headers, sender }) {
      try {
        const text = store === null ? headers.get(field) : await store.get(sender)
        return text === null ? null : (readPositionText(text) ?? everything)
      } catch {
        return everything
      }
    },

    async written({ sender }) {
      try {
        const text = positionText(await log.now())
        await store?.raise(sender, text, seconds)
        return text
      } catch (error) {
        const { message } = error as Error
        logger.warn({ err: message }, 'Other processes may answer a client with an older state.')
        return null
      }
    },
  }
}

function requireStore(given: PositionStore): PositionStore {
  const { get, raise } = Object(given)
  if (typeof get === 'function' && typeof raise === 'function') return given
  throw new ConfigurationError(
    'positions of replicas() must be memory, header, or a store with get() and raise().',
  )
}
