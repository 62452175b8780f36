import { sha256 } from '@noble/hashes/sha2.js'
import { memoize, memoizeByIdentity } from '../../caching/memoize.ts'
import { NotFound } from '../../errors/exceptions.ts'
import { createSigner } from '../../http/signing.ts'
import { toBase64Url } from '../../http/syntax/base64url.ts'
import type { Position } from '../../items/keyset.ts'
import { type Ordering, orderingTerm } from '../../items/ordering.ts'

/** A position in a list and the reading direction. */
export interface Cursor {
  readonly position: Position
  /** True: items before the position. */
  readonly backward: boolean
  /** Whether to include the item at the position. */
  readonly includesPosition: boolean
}

/** Writes and reads the cursors of one list in one ordering. */
export interface CursorCodec {
  write(cursor: Cursor): string
  /** @throws NotFound when the cursor is invalid, or belongs to another list or ordering. */
  read(text: string): Cursor
}

/** Longer ones are rejected unread. */
const maxLength = 8192

/**
 * The codec of a list, identified by its path, in a complete ordering. Its cursors are opaque and
 * signed: a cursor that was changed, or made for another list or ordering, is rejected. It has no
 * age: it is valid while one of the secrets verifies it. A default secret ends with the process.
 *
 * @param narrowing names and values of the query that decide which items the list has, sorted.
 */
export function cursorCodec(
  secrets: readonly string[],
  path: string,
  ordering: Ordering,
  narrowing: readonly (readonly string[])[] = [],
): CursorCodec {
  const signer = signerOf(secrets)
  // Without filters as it always was, so that cursors which clients keep stay valid.
  const list = listDigest(
    JSON.stringify(narrowing.length === 0 ? [path, ordering] : [path, ordering, narrowing]),
  )

  return {
    write({ position, backward, includesPosition }) {
      const flags = Number(backward) + 2 * Number(includesPosition)
      const text = signer.sign(encoder.encode(JSON.stringify([list, flags, ...position])))
      if (text.length <= maxLength) return text
      throw new Error(
        `A cursor of ${text.length} characters would not fit into a URL: a value of ${longestOf(position, ordering)} ` +
          `is too long. Limit the length of this field, as by charField({ maxLength: 1000 }), or ` +
          'do not order by it.',
      )
    },

    read(text) {
      const payload = text.length > maxLength ? null : signer.open(text)
      if (payload === null) throw invalidCursor()

      const [madeFor, flags, ...position] = parse(payload)
      if (madeFor !== list) {
        throw new NotFound(
          'Invalid cursor: it was made for another list or ordering.',
          'cursor_mismatch',
        )
      }
      return { position, backward: flags % 2 === 1, includesPosition: flags >= 2 }
    },
  }
}

/** The name of the field with the longest value. */
function longestOf(position: Position, ordering: Ordering): string {
  const lengths = position.map((value) => value?.length ?? 0)
  return orderingTerm(ordering[lengths.indexOf(Math.max(...lengths))] ?? '').field
}

/** Identifies a list in an ordering. */
const listDigest = memoize((list) => toBase64Url(sha256(encoder.encode(list)).subarray(0, 9)), 100)

/** The signature proves that `write` created it. */
const parse = (payload: Uint8Array): [list: string, flags: number, ...position: Position] =>
  JSON.parse(decoder.decode(payload))

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Deriving a key costs more than signing with it, so it is done once. */
const signerOf = memoizeByIdentity((secrets: readonly string[]) => createSigner(secrets, 'cursor'))

export const invalidCursor = () => new NotFound('Invalid cursor')
