import { ConfigurationError } from '../../errors/configuration-error.ts'
import { jsonText } from '../../rendering/json.ts'
import { type TagOptions, versionOf } from './item-tag.ts'

/** A change of an item whose version `If-Match` compares. */
export interface Change<Item> {
  readonly item: Item
  /** Finds the item again. */
  find(): Promise<Item | null> | Item | null
  change(): Promise<Item | null>
}

/**
 * Changes the item. With the same version as before, the tags of clients that have not read the
 * change would go on matching, and its loss would not be noticed.
 *
 * @throws ConfigurationError when the item has changed and its version has not.
 */
export async function withNewVersion<Item>(
  options: TagOptions,
  { item, find, change }: Change<Item>,
): Promise<Item | null> {
  if (options.version === undefined) return change()
  // Before the change, which may be made in this object.
  const version = versionOf(item, options)
  const content = jsonText(item)
  const changed = await change()
  if (version === null || changed === null || versionOf(changed, options) !== version) {
    return changed
  }

  // A trigger of SQLite counts after the changed row was returned.
  const stored = await find()
  // It has another key now.
  if (stored === null) return changed
  if (versionOf(stored, options) !== version) return stored
  if (jsonText(stored) === content) return changed
  const { version: field, viewName } = options
  throw new ConfigurationError(
    `A change by the view ${viewName} left its version, the field ${field}, as it was, so that ` +
      'If-Match cannot notice it: change the field with each change, such as by validate: ' +
      `({ data, item }) => ({ ...data, ${field}: item.${field} + 1 }), or leave version out.`,
  )
}
