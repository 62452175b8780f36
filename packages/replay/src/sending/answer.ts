import type { HeaderField } from '../reading/recorded-request.ts'

/** The answer of a service. */
export interface ReceivedAnswer {
  readonly status: number
  /** As they arrived, repeated ones too. */
  readonly headers: readonly HeaderField[]
  /** Decompressed. */
  readonly body: Uint8Array
  /** Why the body is not complete; null if it is. */
  readonly bodyFault: string | null
}

/** No answer arrived. */
export interface NoAnswer {
  /** `timed out`, `connection refused` … */
  readonly failure: string
}

export type Outcome = ReceivedAnswer | NoAnswer

export const isAnswer = (outcome: Outcome): outcome is ReceivedAnswer => 'status' in outcome

/** All values of a field, in their order. */
export const valuesOf = (headers: readonly HeaderField[], name: string): string[] =>
  headers.flatMap(([field, value]) => (field.toLowerCase() === name ? [value] : []))
