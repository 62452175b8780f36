/** A place in the write-ahead log of PostgreSQL, in bytes from its beginning. */
export type LogPosition = bigint

/** The place in the server's notation: `16/B374D848`. */
export function logPosition(text: string): LogPosition {
  const [file = '0', offset = '0'] = text.split('/')
  return (BigInt(`0x${file}`) << 32n) + BigInt(`0x${offset}`)
}

/** The place as text whose order is that of the places: 16 hexadecimal digits. */
export const positionText = (position: LogPosition): string =>
  position.toString(16).padStart(16, '0')

/** The place that `positionText` wrote; null for any other text. */
export const readPositionText = (text: string): LogPosition | null =>
  /^[0-9a-f]{16}$/.test(text) ? BigInt(`0x${text}`) : null
