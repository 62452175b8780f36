import { versionOf } from '../caching/change-token.ts'
import type { ApiRequest } from '../http/request.ts'
import type { ApiResponse } from '../http/response.ts'
import type { ItemSet } from '../items/item-set.ts'
import { isDecidedByUrl } from '../pagination/cacheable.ts'
import { isPlainJson, jsonText } from '../rendering/json.ts'
import type { Negotiated } from '../rendering/negotiated.ts'
import { RenderedResponse } from './rendered-response.ts'
import type { View } from './view.ts'

/** Characters that are kept at most. The least recently used texts are evicted. */
const maxCharacters = 16 * 1024 * 1024
/**
 * What each text takes besides, as characters: many URLs of empty lists must not take more than
 * long lists.
 */
const ownSize = 256
/** Longer texts and URLs are not kept. */
const maxText = 1024 * 1024
const maxUrl = 2048

interface KeptText {
  /** That of the items before they were read. When they have it later, they had it all the time. */
  readonly version: string
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
 * Answers of lists as JSON, which are good until the items change: by this process or another.
 * Nobody is asked here whether the caller may have them, which must have been decided before.
 */
export class KeptLists {
  readonly #texts = new Map<string, KeptText>()
  #characters = 0

  /** The answer that is kept for the URL, else the one that is made, kept if that can be. */
  async answer({ items, request, view, negotiated, make }: ListAnswer): Promise<ApiResponse> {
    const isByUrl = isPlainJson(negotiated) && isDecidedByUrl(view.pagination)
    const source = isByUrl && request.url.length <= maxUrl ? versionOf(items) : null
    const version = source?.read() ?? null
    if (source === null || version === null) return make()

    const key = `${numberOf(items)} ${numberOf(view)} ${request.url}`
    const known = this.#texts.get(key)
    if (known?.version === version) {
      this.#keep(key, known)
      return new RenderedResponse(known.text)
    }

    const response = await make()
    const text = jsonText(response.data)
    if (text.length <= maxText && source.isSteady()) this.#keep(key, { version, text })
    return new RenderedResponse(text)
  }

  #keep(key: string, kept: KeptText): void {
    this.#drop(key)
    this.#texts.set(key, kept)
    this.#characters += sizeOf(key, kept)
    for (const oldest of this.#texts.keys()) {
      if (this.#characters <= maxCharacters) break
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    const kept = this.#texts.get(key)
    if (kept === undefined) return
    this.#texts.delete(key)
    this.#characters -= sizeOf(key, kept)
  }
}

const sizeOf = (key: string, { text }: KeptText): number => key.length + text.length + ownSize

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
