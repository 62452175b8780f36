/** What is sent to a request, by whatever server. */
export interface Answer {
  readonly status: number
  /**
   * Names in lower case and values in turn: `['allow', 'GET', 'set-cookie', 'a=1']`. Only
   * `set-cookie` is repeated.
   */
  readonly fields: readonly string[]
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null
}
