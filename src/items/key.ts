import { ConfigurationError } from '../errors/configuration-error.ts'

/**
 * The field that identifies an item, or the fields that do so together: `['note_id', 'tag_id']`.
 */
export type ItemKey<Field extends string = string> = Field | readonly Field[]

/**
 * The fields of a key.
 *
 * @throws ConfigurationError when there are none.
 */
export function keyFields(key: ItemKey): readonly string[] {
  const fields = typeof key === 'string' ? [key] : key
  if (fields.length > 0) return fields
  throw new ConfigurationError(
    "key names no field: write key: 'id', or key: ['note_id', 'tag_id'].",
  )
}
