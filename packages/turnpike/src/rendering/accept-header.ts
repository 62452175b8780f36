import { type MediaType, parseMediaType } from '../http/syntax/media-type.ts'
import { splitOutsideQuotes } from '../http/syntax/split-outside-quotes.ts'

/**
 * One media range of an Accept header with its weight from 0 to 1. Weights are read here, and
 * compared in negotiate.ts alone.
 */
export interface AcceptedRange {
  readonly range: MediaType
  readonly q: number
}

const maxHeaderLength = 8192
const maxRanges = 64

/**
 * The media ranges of an Accept header (RFC 9110 §12.5.1). Malformed ranges are skipped. Only the
 * first 64 ranges within the first 8,192 characters are read.
 */
export function parseAccept(header: string): AcceptedRange[] {
  return splitOutsideQuotes(header.slice(0, maxHeaderLength), ',')
    .slice(0, maxRanges)
    .map(parseMediaType)
    .filter((range) => range !== null)
    .map((range) => ({ range, q: weightOf(range.parameters.get('q')) }))
}

/** An invalid weight counts as 1, like an absent one. */
const weightOf = (q: string | undefined): number =>
  q !== undefined && /^(?:0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/.test(q) ? Number(q) : 1
