import { mark } from './mark.ts'

/** A string that differs after every change, by any process, and is never reused. */
export type ChangeToken = string

/** Shows whether what was read may have changed. */
export interface Changes {
  /**
   * Results read after taking a token are valid while the token is the same. Null if unknown now.
   */
  token(): ChangeToken | null
  /** False while uncommitted changes are visible that could still be rolled back. */
  isCommitted(): boolean
}

/** The changes of item sets that report them. */
export const changesOfItems = mark<object, Changes>()
