/** A value that a field is compared with. A `Date` is a moment, whatever form the field has. */
export type ConditionValue = string | number | bigint | boolean | Date

/**
 * A condition on one field. A field that is null meets none of them but `null`. `contains`,
 * `startsWith` and `equalsText` compare text without regard to case, as far as the items know case:
 * SQLite that of ASCII letters. `fullText` looks for words as the database's full text search does.
 */
export type FieldCondition<Field extends string = string> =
  | {
      readonly field: Field
      readonly operator: '=' | '<' | '<=' | '>' | '>='
      readonly value: ConditionValue
    }
  | { readonly field: Field; readonly operator: 'in'; readonly value: readonly ConditionValue[] }
  | { readonly field: Field; readonly operator: 'null' }
  | {
      readonly field: Field
      readonly operator: 'contains' | 'startsWith' | 'equalsText' | 'fullText'
      readonly value: string
    }

/**
 * Which items of a set are meant: a condition on a field, or a combination. `all` of no conditions
 * is met by every item, `any` of none by no item; `not` is met by exactly the other items, also
 * where a field is null.
 */
export type Condition<Field extends string = string> =
  | FieldCondition<Field>
  | { readonly all: readonly Condition<Field>[] }
  | { readonly any: readonly Condition<Field>[] }
  | { readonly not: Condition<Field> }

/** The conditions on single fields, in order. */
export function partsOf(condition: Condition): readonly FieldCondition[] {
  if ('all' in condition) return condition.all.flatMap(partsOf)
  if ('any' in condition) return condition.any.flatMap(partsOf)
  return 'not' in condition ? partsOf(condition.not) : [condition]
}

/** The fields of a condition, each once. */
export const fieldsOf = (condition: Condition): readonly string[] => [
  ...new Set(partsOf(condition).map(({ field }) => field)),
]
