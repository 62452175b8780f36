/** An entity tag without its quotes: `W/"abc"` is `{ opaque: 'abc', isWeak: true }`. */
export interface EntityTag {
  readonly opaque: string
  readonly isWeak: boolean
}

/**
 * The tags of `If-Match` or `If-None-Match`, or `*` for any. Null when the field is malformed.
 * Empty members of the list are skipped (RFC 9110 §5.6.1.2).
 */
export function readEntityTags(field: string): readonly EntityTag[] | '*' | null {
  if (field.trim() === '*') return '*'
  const tags: EntityTag[] = []
  // A tag may contain a comma, and a backslash is an ordinary character in it (RFC 9110 §8.8.3).
  const member = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?:,|$)/y
  while (member.lastIndex < field.length) {
    const [found, weak, opaque] = member.exec(field) ?? []
    if (found === undefined) return null
    if (opaque !== undefined) tags.push({ opaque, isWeak: weak !== undefined })
  }
  return tags.length === 0 ? null : tags
}

/** Whether the client already has the response with this strong tag (RFC 9110 §13.1.2). */
export function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  const tags = ifNoneMatch === null ? null : readEntityTags(ifNoneMatch)
  if (tags === null) return false
  // Compared weakly: a proxy that compresses responses makes their tags weak.
  return tags === '*' || tags.some(({ opaque }) => `"${opaque}"` === etag)
}
