/** One difference between two answers. */
export interface Difference {
  readonly part: 'status' | 'header' | 'body'
  /** The name of the header field, or the place in the body, with `*` for every index. */
  readonly where: string
  /** The kind of difference, in few words: `missing`, `value`, `type: string → number`. */
  readonly kind: string
  /** The values that the services sent, shortened; null if one sent nothing. */
  readonly old: string | null
  readonly new: string | null
}

/** Under which differences are grouped: `header Allow: value`, `body /count: missing`. */
export function causeOf({ part, where, kind }: Difference): string {
  if (part === 'status') return `status ${kind}`
  return `${part}${where === '' ? '' : ` ${where}`}: ${kind}`
}

/** Where a JSON value is, with `*` for every index: differences of all items are one cause. */
export const memberOf = (where: string, key: string | number): string =>
  typeof key === 'number'
    ? `${where}/*`
    : `${where}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
