import { type ChangeToken, changesOfItems } from '../caching/change-token.ts'
import type { ApiRequest } from '../http/request.ts'
import type { ApiResponse } from '../http/response.ts'
import type { ItemSet } from '../items/item-set.ts'
import { isCacheable } from '../pagination/cacheable.ts'
import { isPlainJson, jsonText } from '../rendering/json.ts'
import type { Negotiated } from '../rendering/negotiated.ts'
import { RenderedResponse } from './rendered-response.ts'
import type { View } from './view.ts'

/** Most characters that are cached. The least recently used texts are evicted. */
const maxCharacters = 16 * 1024 * 1024
/**
 * Overhead charged per entry, in characters, so that many small pages cannot exceed the limit
 * unnoticed.
 */
const ownSize = 256
/** Longer texts and URLs are not cached. */
const maxText = 1024 * 1024
const maxUrl = 2048

interface CachedText {
  /** That of the items before they were read. While they have it, the text is valid. */
  readonly token: ChangeToken
  readonly text: string
}

/** What a list answers with, where the items are all that it is made of. */
export interface ListAnswer {
  readonly items: ItemSet<unknown>
  readonly request: ApiRequest
  readonly view: View
  /** How it will be rendered. */
  readonly negotiated: Negotiated
  make(): Promise<ApiResponse>
}

/**
 * Answers of lists as JSON, which are valid until the items change, by any process. Permissions are
 * not checked here: that must have been done before.
 */
export class ListCache {
  readonly #texts = new Map<string, CachedText>()
  #characters = 0

  /** The cached answer for the URL, else the one that is made, which is cached if possible. */
  async answer({ items, request, view, negotiated, make }: ListAnswer): Promise<ApiResponse> {
    const isByUrl = isPlainJson(negotiated) && isCacheable(view.pagination)
    const changes = isByUrl && request.url.length <= maxUrl ? changesOfItems.get(items) : undefined
    const token = changes?.token() ?? null
    if (changes === undefined || token === null) return make()

    const key = `${numberOf(items)} ${numberOf(view)} ${request.url}`
    const known = this.#texts.get(key)
    if (known?.token === token) {
      this.#set(key, known)
      return new RenderedResponse(known.text)
    }

    const response = await make()
    const text = jsonText(response.data)
    if (text.length <= maxText && changes.isCommitted()) this.#set(key, { token, text })
    return new RenderedResponse(text)
  }

  #set(key: string, cached: CachedText): void {
    this.#drop(key)
    this.#texts.set(key, cached)
    this.#characters += sizeOf(key, cached)
    for (const oldest of this.#texts.keys()) {
      if (this.#characters <= maxCharacters) break
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    const cached = this.#texts.get(key)
    if (cached === undefined) return
    this.#texts.delete(key)
    this.#characters -= sizeOf(key, cached)
  }
}

const sizeOf = (key: string, { text }: CachedText): number => key.length + text.length + ownSize

const numbers = new WeakMap<object, number>()
let lastNumber = 0

/**
 * Tells one set of items from another, and one view: a handler of the application may call several
 * lists.
 */
function numberOf(object: object): number {
  const known = numbers.get(object)
  if (known !== undefined) return known
  lastNumber += 1
  numbers.set(object, lastNumber)
  return lastNumber
}
