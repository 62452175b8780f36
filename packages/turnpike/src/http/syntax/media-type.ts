import type { MIMEType } from 'whatwg-mimetype'
// Bundlers cannot leave out the rest of the package.
// @ts-expect-error: it declares the types of its whole only
import Parser from 'whatwg-mimetype/lib/mime-type.js'
import { memoize } from '../../caching/memoize.ts'

/** A media type or media range: `text/html;charset=utf-8`, `text/*`. Names are in lower case. */
export interface MediaType {
  /** `text/html` */
  readonly essence: string
  /** `text` */
  readonly type: string
  /** `html` */
  readonly subtype: string
  /** `charset` → `utf-8` */
  readonly parameters: ReadonlyParameters
}

interface ReadonlyParameters extends Iterable<[string, string]> {
  readonly size: number
  get(name: string): string | undefined
}

const parser: typeof MIMEType = Parser

/** Longer ones are not parsed: no honest client sends them. */
const maxLength = 256

/** Parses a media type; null when it is malformed. */
export const parseMediaType: (text: string) => MediaType | null = memoize(
  (text) => (text.length > maxLength ? null : parser.parse(text)),
  100,
)
