import { ConfigurationError } from '../errors/configuration-error.ts'

/** The field, or the fields together, that identify an item: `'id'`, `['note_id', 'tag_id']`. */
export type ItemKey<Field extends string = string> = Field | readonly Field[]

/**
 * The fields of a key.
 *
 * @throws ConfigurationError when there are none.
 */
export function keyFields(key: ItemKey): readonly string[] {
  const fields = typeof key === 'string' ? [key] : key
  if (fields.length > 0) return fields
  throw new ConfigurationError("key has no fields: write key: 'id', or key: ['note_id', 'tag_id'].")
}
