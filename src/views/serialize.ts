import type { ApiRequest } from '../http/request.ts'
import type { Schema } from '../http/schema.ts'
import { compileSerializer } from '../validation/serializer/serializer.ts'

/** Turns an item into what a renderer can render. */
export type Serialize<Item, Request = ApiRequest> = (item: Item, request: Request) => unknown

/** What a generic view sends of an item. */
export interface SentItems<Item> {
  /** Undefined: the item is sent as it is. */
  readonly serialize: Serialize<Item> | undefined
  /** Whether what is sent depends on the item alone. */
  readonly isPure: boolean
}

/** What `serialize` makes of an item, of which `answers` sends what it names. */
export function sentItems<Item>(
  viewName: string,
  serialize: Serialize<Item> | undefined,
  answers: Schema | undefined,
): SentItems<Item> {
  // What an application makes of an item may depend on anything.
  if (answers === undefined) return { serialize, isPure: serialize === undefined }

  const compiled = compileSerializer(answers, `The view ${viewName}`)
  if (serialize === undefined) return compiled
  return {
    serialize: async (item, request) => compiled.serialize(await serialize(item, request)),
    isPure: false,
  }
}

/** What is sent of each item. Most functions return at once, and an `await` costs a turn. */
export function serializeAll<Item>(
  items: readonly Item[],
  serialize: Serialize<Item>,
  request: ApiRequest,
): readonly unknown[] | Promise<unknown[]> {
  const made = items.map((item) => serialize(item, request))
  return made.some(isPromise) ? Promise.all(made) : made
}

const isPromise = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value
