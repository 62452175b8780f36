/** The part of a moment that the `Date` read from it cannot hold. */
interface Rest {
  /** The milliseconds of the moment: a `Date` may be changed later. */
  readonly time: number
  /** The fourth to the sixth digit of the fraction. */
  readonly digits: string
}

/** Gives the date itself to the class below, whose private field it then has. */
class DateItself {
  constructor(date: Date) {
    // biome-ignore lint/correctness/noConstructorReturn: the field is added to what is returned
    return date
  }
}

/**
 * The rest of a date, in a private field of it. Nobody sees it, as in a `WeakMap`, which takes
 * eight times as long: a page has many dates.
 */
class RestOfDate extends DateItself {
  #rest: Rest

  private constructor(date: Date, rest: Rest) {
    super(date)
    this.#rest = rest
  }

  static set(date: object, rest: Rest): void {
    if (#rest in date) date.#rest = rest
    else new RestOfDate(date as Date, rest)
  }

  static get(date: object): Rest | undefined {
    return #rest in date ? date.#rest : undefined
  }
}

/**
 * The same `Date`, of which `isoText` then knows the microseconds.
 *
 * @param digits the three behind the milliseconds: `456`.
 */
export function withMicroseconds(date: Date, digits: string): Date {
  if (digits !== '000') RestOfDate.set(date, { time: date.getTime(), digits })
  return date
}

/**
 * The moment in UTC with all that is known of it: `2026-01-02T03:04:05.123456Z`, or three digits
 * if there are no microseconds.
 *
 * @throws RangeError when the date is invalid.
 */
export function isoText(date: Date): string {
  const rest = RestOfDate.get(date)
  const text = date.toISOString()
  return rest?.time === date.getTime() ? `${text.slice(0, -1)}${rest.digits}Z` : text
}
