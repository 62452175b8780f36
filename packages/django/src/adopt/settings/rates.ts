import type { PythonValue } from '../python/value.ts'

/** Rates by scope: `{ anon: '100/day', user: null }`. */
export interface AdoptedRates {
  readonly rates: Readonly<Record<string, string | null>>
  readonly unreadable: readonly string[]
}

/** Only the first letter of a period counts: `5/month` is five a minute. */
const periods: ReadonlyMap<string, string> = new Map([
  ['s', 'second'],
  ['m', 'minute'],
  ['h', 'hour'],
  ['d', 'day'],
])

/** The rates as Django REST framework applies them, in Turnpike's spelling. */
export function adoptedRates(entries: ReadonlyMap<string, PythonValue>): AdoptedRates {
  const rates: [string, string | null][] = []
  const unreadable: string[] = []
  for (const [scope, rate] of entries) {
    if (rate === null) rates.push([scope, null])
    else {
      const match = /^(\d{1,9})\/([a-z])/.exec(typeof rate === 'string' ? rate : '')
      const period = periods.get(match?.[2] ?? '')
      if (period === undefined || Number(match?.[1]) === 0) unreadable.push(scope)
      else rates.push([scope, `${match?.[1]}/${period}`])
    }
  }
  // Not assigned: a scope may be called __proto__.
  return { rates: Object.fromEntries(rates), unreadable }
}
