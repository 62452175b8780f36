/** The used part of Node's `Buffer`. */
interface NativeBuffer {
  from(bytes: ArrayBufferLike, offset: number, length: number): Text
  from(text: string, encoding: 'base64url'): Uint8Array<ArrayBuffer>
}

interface Text {
  toString(encoding: 'base64url'): string
}

/** Other runtimes have some of Node's functions, with some of their encodings. */
function bufferOfNode(): NativeBuffer | null {
  const { Buffer } = globalThis as { Buffer?: NativeBuffer }
  try {
    const isWhole =
      Buffer?.from(Uint8Array.of(0, 251, 255).buffer, 1, 2).toString('base64url') === '-_8' &&
      `${[...Buffer.from('-_8', 'base64url')]}` === '251,255'
    return isWhole && Buffer !== undefined ? Buffer : null
  } catch {
    return null
  }
}

const nativeBuffer = bufferOfNode()

/** Bytes as letters, digits, `-` and `_` without padding (RFC 4648 §5). */
export const toBase64Url: (bytes: Uint8Array) => string =
  nativeBuffer === null
    ? portableToBase64Url
    : ({ buffer, byteOffset, byteLength }) =>
        nativeBuffer.from(buffer, byteOffset, byteLength).toString('base64url')

/** Decodes base64url; null when invalid. Each byte sequence has only one encoding. */
export const fromBase64Url: (text: string) => Uint8Array | null =
  nativeBuffer === null
    ? portableFromBase64Url
    : (text) => {
        const { buffer, byteOffset, byteLength } = nativeBuffer.from(text, 'base64url')
        const bytes = new Uint8Array(buffer, byteOffset, byteLength)
        return toBase64Url(bytes) === text ? bytes : null
      }

/** The same without Node's `Buffer`. */
export function portableToBase64Url(bytes: Uint8Array): string {
  return base64UrlOfBinary(binaryOf(bytes))
}

/** The same without Node's `Buffer`. */
export function portableFromBase64Url(text: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null
  const bytes = bytesOf(atob(text.replaceAll('-', '+').replaceAll('_', '/')))
  return portableToBase64Url(bytes) === text ? bytes : null
}

/** Base64url of a text in which each character is a byte. */
export const base64UrlOfBinary = (binary: string): string =>
  btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** Bytes as a text in which each character is one. */
export function binaryOf(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return binary
}

/** The opposite of `binaryOf`. */
export function bytesOf(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
  return bytes
}
