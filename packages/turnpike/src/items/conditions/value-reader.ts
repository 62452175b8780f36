import type { ErrorMessage } from '../../errors/error-detail.ts'
import type { ConditionValue } from './condition.ts'

/** What the values of a field are. `choice`: one of several texts or numbers. */
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
  /** The first moment after it. Null: it is later than all moments. */
  readonly until: Date | null
}

/** What a text of a query stands for. */
export type ReadValue = ConditionValue | Span

/** Reads the values of a field from the texts of a query. */
export interface ValueReader {
  readonly kind: FieldKind
  /** The value, or the error if the text is no value of the field. */
  read(text: string): ReadValue | ErrorMessage
  /** JSON Schema of the texts. */
  readonly schema: Readonly<Record<string, unknown>>
}
