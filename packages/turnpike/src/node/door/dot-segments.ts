/**
 * Whether a path segment is `.` or `..` with a percent-encoded dot: `/notes/%2e%2e/admin/`.
 *
 * URLs resolve it like a plain one (URL Standard, "double-dot URL path segment"), but a proxy in
 * front may compare the path as sent, so its rule for `/admin/` would be bypassed. No honest client
 * encodes dots.
 *
 * @param target the request target as sent.
 */
export function hasEncodedDotSegment(target: string): boolean {
  return target.includes('%') && encodedDotSegment.test(pathOf(target))
}

/** Backslashes also separate segments: URLs treat them as slashes. */
const encodedDotSegment = /[/\\](?:\.?%2e|%2e\.|%2e%2e)(?:[/\\]|$)/i

function pathOf(target: string): string {
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
}
