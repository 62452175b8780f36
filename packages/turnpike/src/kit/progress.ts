import { functionRule } from '../rules/object.ts'

/** How far long work is. */
export interface Progress {
  /** What is worked on: the name of a table, a migration or a file. */
  readonly of: string
  /** How many units are done. */
  readonly done: number
  /** How many there are; null if that is not known. */
  readonly total: number | null
  /** What is counted, in the plural: `rows`. */
  readonly unit: string
}

/** Called while long work goes on, as often as it likes. */
export type OnProgress = (progress: Progress) => void

/** Accepts an `OnProgress`. */
export const progressRule = functionRule<OnProgress>('a function of how far the work is')

/** Does long work, and shows how far it is. */
export type WithProgress = <Result>(
  work: (onProgress: OnProgress) => Promise<Result>,
) => Promise<Result>
