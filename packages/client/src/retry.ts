import { failed } from './errors.ts'

/** When a request is sent again. */
export interface RetryOptions {
  /** How often, at most. Default 2. */
  attempts?: number
  /** Seconds to wait, at most: a longer `Retry-After` is an error. Default 30. */
  maxWaitSeconds?: number
}

/**
 * `Retry-After` in seconds, from seconds or a date (RFC 9110 §10.2.3). Null if absent or garbage.
 */
export function retryAfter({ headers }: Response): number | null {
  const value = headers.get('Retry-After') ?? ''
  if (/^\d+$/.test(value)) return Number(value)
  const moment = / GMT$/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(moment) ? null : Math.max(0, (moment - Date.now()) / 1000)
}

/** Waits, unless the signal ends it. */
export const wait = (seconds: number, signal?: AbortSignal | null): Promise<void> => {
  let timer: ReturnType<typeof setTimeout>
  const waited = new Promise<void>((resolve) => {
    // Longer delays would end at once.
    timer = setTimeout(resolve, Math.min(seconds * 1000, 2 ** 31 - 1))
  })
  return unlessAborted(waited, signal).finally(() => clearTimeout(timer))
}

/** The promise, or the end of the wait for it. What it waits for goes on for others. */
export async function unlessAborted<Value>(
  promise: Promise<Value> | Value,
  signal?: AbortSignal | null,
): Promise<Value> {
  if (!signal) return promise
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(failed('aborted', 'The request was aborted.', signal.reason))
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
  })
  return Promise.race([aborted, promise]).finally(() => signal.removeEventListener('abort', abort))
}
