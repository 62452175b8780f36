/** The CRC-32 of an ASCII string, as computed by zlib and PNG: 0 to 2³² − 1. */
export function crc32(text: string): number {
  let remainder = 0xffffffff
  for (let index = 0; index < text.length; index++) {
    remainder = (table[(remainder ^ text.charCodeAt(index)) & 0xff] ?? 0) ^ (remainder >>> 8)
  }
  return (remainder ^ 0xffffffff) >>> 0
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++) {
    remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1
  }
  return remainder
})
