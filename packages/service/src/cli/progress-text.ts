import type { Progress } from 'turnpike/kit'

/** Where the counting of one thing began. */
export interface ProgressStart {
  readonly of: string
  readonly done: number
  /** In milliseconds. */
  readonly at: number
}

/**
 * `note: 120,000 of 1,000,000 rows, 40,000 a second, 22 s left`.
 *
 * @param start the first report of the same thing, by which the rate is measured.
 * @param now in milliseconds, on the clock of `start.at`.
 */
export function progressText(progress: Progress, start: ProgressStart, now: number): string {
  const [done, from, total] = [progress.done, start.done, progress.total].map(finite)
  const of = printable(progress.of)
  const seconds = (now - start.at) / 1000
  if (done == null) return `${of}: ${duration(seconds)} so far`

  const all = total == null ? '' : ` of ${numeral(total)}`
  const parts = [`${of}: ${numeral(done)}${all} ${printable(progress.unit)}`]
  const rate = seconds > 0 ? (done - (from ?? 0)) / seconds : 0
  if (rate <= 0) return `${parts[0]}, ${duration(seconds)} so far`
  parts.push(`${numeral(rate)} a second`)
  if (total != null) parts.push(`${duration(Math.max(0, total - done) / rate)} left`)
  return parts.join(', ')
}

/** A seed reports what it likes: what is no number is left out. */
function finite(value: unknown): number | null {
  const number = typeof value === 'bigint' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** Names of tables and files may have control characters. */
const printable = (text: unknown) => String(text).replace(/\p{C}/gu, '?')

/** `40,000`, and `0.3` for what is slow. */
const numeral = (number: number) =>
  number.toLocaleString('en', {
    maximumSignificantDigits: number < 10 ? 2 : undefined,
    maximumFractionDigits: 0,
  })

/** `22 s`, `3 min 20 s`, `2 h 5 min`. */
function duration(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  return minutes < 60
    ? `${minutes} min ${whole % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
