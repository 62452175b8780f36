import { listOf } from './list.ts'
import { textWhere } from './text.ts'

const leastLength = 32

/** Keys are derived from it, so it must be too long to guess. */
export const secret = {
  ...textWhere(
    `a string of at least ${leastLength} random characters`,
    (text) => text.length >= leastLength,
  ),
  show: () => null,
}

/** One secret or more. */
export const secretList = listOf(secret, {
  of: `secrets of at least ${leastLength} characters each`,
  example: [],
  mayBeEmpty: false,
})
