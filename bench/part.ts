import type { Entry } from './entries.ts'
import type { Options } from './options.ts'

/** One question to the entries; its answer is a section of the results. */
export interface Part {
  readonly name: string
  readonly description: string
  /** Whether a quick run leaves it out. Default true. */
  readonly isQuick?: boolean
  /** Which entries are asked. Default all. */
  takes?(entry: Entry): boolean
  /** Measures, and gives the section as Markdown. */
  run(bench: Bench): Promise<string>
}

/** What every part is given. */
export interface Bench {
  readonly options: Options
  /** The ones that the part takes and that can be measured here; at least one. */
  readonly entries: readonly [Entry, ...Entry[]]
  /** For files of the run; removed at its end. */
  readonly folder: string
}

/** Tells on the terminal what is being done. */
export const tell = (progress: string): void => console.error(progress)
