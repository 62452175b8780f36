import type { ThrottleDecision } from 'turnpike'
import type { TakeOptions } from 'turnpike/kit'

/** Counts requests at one kind of rate. Keys are digests, costs are at most the limit. */
export interface Counter<Rate> {
  take(key: string, rate: Rate, options: Required<TakeOptions>): Promise<ThrottleDecision>
  peek(key: string, rate: Rate, cost: number): Promise<ThrottleDecision>
}

/** The time in microseconds since 1970. Null means the database's clock. */
export type Time = () => number | null

export const inMicroseconds = (seconds: number) => Math.round(seconds * 1_000_000)
