import type { ErrorMessage } from '../../errors/error-detail.ts'
import type { ConditionValue } from './condition.ts'

/** The kind of the values of a field. `choice`: one of several texts or numbers. */
export type FieldKind =
  | 'integer'
  | 'number'
  | 'decimal'
  | 'boolean'
  | 'date-time'
  | 'date'
  | 'choice'
  | 'uuid'
  | 'text'

/** A day or a year: the moments from its begin to its end. */
export interface Span {
  readonly from: Date
  /** The first moment after it. Null if it is later than all moments. */
  readonly until: Date | null
}

/** The value for which a text of a query stands. */
export type ReadValue = ConditionValue | Span

/** Reads the values of a field from the texts of a query. */
export interface ValueReader {
  readonly kind: FieldKind
  /** The value, or the error if the text is not a value of the field. */
  read(text: string): ReadValue | ErrorMessage
  /** JSON Schema of the texts. */
  readonly schema: Readonly<Record<string, unknown>>
}
