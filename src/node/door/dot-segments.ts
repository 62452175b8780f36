/**
 * Whether a segment of the path is `.` or `..` with a dot that is percent-encoded:
 * `/notes/%2e%2e/admin/`.
 *
 * URLs resolve it like a plain one (URL Standard, "double-dot URL path segment"), while a proxy in
 * front may compare the path as it was sent: its rule for `/admin/` would be passed. No honest
 * client encodes dots.
 *
 * @param target the request target as it was sent.
 */
export function hasEncodedDotSegment(target: string): boolean {
  return target.includes('%') && encodedDotSegment.test(pathOf(target))
}

/** Backslashes separate segments, too: URLs take them for slashes. */
const encodedDotSegment = /[/\\](?:\.?%2e|%2e\.|%2e%2e)(?:[/\\]|$)/i

function pathOf(target: string): string {
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
}
