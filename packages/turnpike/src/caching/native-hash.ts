type Encoding = 'hex' | 'base64url' | 'latin1'

/** A hash as text: in `latin1` each character is a byte. */
export type Hash = (algorithm: 'sha256', content: string | Uint8Array, encoding: Encoding) => string

const hashOfNothing = '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU'

function hashOfNode(): Hash | null {
  const { process } = globalThis as {
    process?: { getBuiltinModule?(name: string): { hash?: Hash } | undefined }
  }
  try {
    const { hash } = process?.getBuiltinModule?.('node:crypto') ?? {}
    // Other runtimes have some of Node's functions, with some of their encodings.
    const isWhole =
      hash?.('sha256', '', 'base64url') === hashOfNothing &&
      hash('sha256', '', 'hex').startsWith('e3b0c442') &&
      hash('sha256', '', 'latin1').startsWith('\u{e3}\u{b0}\u{c4}\u{42}')
    return isWhole && hash !== undefined ? hash : null
  } catch {
    return null
  }
}

/** Node's hash is ten times as fast as one in JavaScript. Null where there is none. */
export const nativeHash: Hash | null = hashOfNode()
