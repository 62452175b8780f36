/** A new token key: 20 random bytes as 40 lower-case hex digits. */
export function generateTokenKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
