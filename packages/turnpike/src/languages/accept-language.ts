/** Longer fields are cut: browsers send fewer than 100 characters. */
const maxLength = 1000

/** Maximum number of ranges that are compared. */
const maxRanges = 20

interface LanguageRange {
  /** In lower case: `de-ch`, `*`. */
  readonly range: string
  /** From 0, refused, to 1. */
  readonly quality: number
}

/**
 * The language that suits an `Accept-Language` field (RFC 9110 §12.5.4), by the lookup of RFC 4647
 * §3.4: `de-CH` finds `de`. A range also finds a longer tag, `pt` finds `pt-BR`, and one of another
 * region if there is none of its own. Invalid ranges are ignored.
 *
 * @param tags the languages that there are. The first one is chosen if none suits.
 */
export function chooseLanguage(tags: readonly [string, ...string[]], field: string | null): string {
  if (!field) return tags[0]
  const ranges = readRanges(field)
  const allowed = tags.filter((tag) => narrowestRange(ranges, tag)?.quality !== 0)
  for (const { range, quality } of ranges) {
    if (quality === 0) break
    const found =
      range === '*'
        ? allowed.find((tag) => narrowestRange(ranges, tag) === undefined)
        : lookup(range, allowed)
    if (found !== undefined) return found
  }
  return allowed[0] ?? tags[0]
}

/** The longest range that names the language: `de-CH;q=0, de` refuses `de-CH`. */
const narrowestRange = (ranges: readonly LanguageRange[], tag: string): LanguageRange | undefined =>
  ranges
    .filter(({ range }) => covers(range, tag))
    .reduce<LanguageRange | undefined>(
      (longest, one) => (one.range.length > (longest?.range.length ?? 0) ? one : longest),
      undefined,
    )

/** Whether the tag is the range or begins with it (RFC 4647 §3.3.1). */
const covers = (range: string, tag: string): boolean => {
  const lower = tag.toLowerCase()
  return lower === range || lower.startsWith(`${range}-`)
}

/** The tag for a range: the same or a shorter one, otherwise one that only begins alike. */
export function lookup(range: string, tags: readonly string[]): string | undefined {
  const parts = [...shortened(range)]
  const found = parts.map((part) => tags.find((tag) => tag.toLowerCase() === part))
  const alike = parts.map((part) => tags.find((tag) => covers(part, tag)))
  return [...found, ...alike].find((tag) => tag !== undefined)
}

/** `zh-hant-cn`, `zh-hant`, `zh`. A single letter at the end goes with what follows it (§3.4). */
function* shortened(range: string): Generator<string> {
  for (let part = range.toLowerCase(); part !== ''; ) {
    yield part
    part = part.slice(0, Math.max(0, part.lastIndexOf('-'))).replace(/-[a-z0-9]$/, '')
  }
}

/** The ranges of a field, the most wanted first. */
function readRanges(field: string): LanguageRange[] {
  return field
    .slice(0, maxLength)
    .split(',', maxRanges)
    .flatMap((part) => {
      const [, range, quality = '1'] = written.exec(part.trim()) ?? []
      return range === undefined
        ? []
        : [{ range: range.toLowerCase(), quality: Number.parseFloat(quality) }]
    })
    .toSorted((one, other) => other.quality - one.quality)
}

/**
 * `de-CH`, `*;q=0.5`: a range (RFC 4647 §2.1) of at most 8 parts, and its quality (RFC 9110
 * §12.4.2).
 */
const written =
  /^([a-z]{1,8}(?:-[a-z0-9]{1,8}){0,7}|\*)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i
