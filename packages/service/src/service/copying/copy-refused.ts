/** Data cannot be copied. The message says why; nothing was written. */
export class CopyRefused extends Error {
  override readonly name = 'CopyRefused'
}
