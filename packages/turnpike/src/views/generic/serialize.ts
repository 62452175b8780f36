import type { ApiRequest } from '../../http/request.ts'
import { isPromise } from '../../http/response.ts'
import type { Schema } from '../../http/schema.ts'
import { compileSerializer } from '../../validation/serializer/serializer.ts'

/** Turns an item into what a renderer can render. */
export type Serialize<Item, Request = ApiRequest, Sent = unknown> = (
  item: Item,
  request: Request,
) => Sent

/** How a generic view converts its items for sending. */
export interface SentItems<Item> {
  /** Undefined: the item is sent unchanged. */
  readonly serialize: Serialize<Item> | undefined
  /** Whether the result depends only on the item. */
  readonly isPure: boolean
  /** The conversion by `answers` alone. Null without `answers`, or with a `serialize`. */
  readonly byAnswers: ((item: unknown) => unknown) | null
}

/** Combines `serialize` with the selection of fields by `answers`. */
export function sentItems<Item>(
  viewName: string,
  serialize: Serialize<Item> | undefined,
  answers: Schema | undefined,
): SentItems<Item> {
  // The application's own function may depend on anything.
  if (answers === undefined) {
    return { serialize, isPure: serialize === undefined, byAnswers: null }
  }

  const compiled = compileSerializer(answers, `The view ${viewName}`)
  if (serialize === undefined) return { ...compiled, byAnswers: compiled.serialize }
  return {
    serialize(item, request) {
      const own = serialize(item, request)
      return isPromise(own)
        ? Promise.resolve(own).then(compiled.serialize)
        : compiled.serialize(own)
    },
    isPure: false,
    byAnswers: null,
  }
}

/** Converts all items. Most functions return synchronously, and an `await` would cost time. */
export function serializeAll<Item>(
  items: readonly Item[],
  serialize: Serialize<Item>,
  request: ApiRequest,
): readonly unknown[] | Promise<unknown[]> {
  const made: unknown[] = []
  try {
    for (const item of items) made.push(serialize(item, request))
  } catch (error) {
    // Nobody awaits those before it, and Node ends the process for an unhandled rejection.
    Promise.allSettled(made)
    throw error
  }
  return made.some(isPromise) ? Promise.all(made) : made
}
