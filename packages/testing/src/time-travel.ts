import { knownOptions } from 'turnpike/kit'

/** How far to travel. What is left out is 0. */
export interface Duration {
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
  milliseconds?: number
}

/** A clock of the process that was set. It goes on from there. */
export interface TimeTravel extends Disposable {
  /** Goes on, or back if the numbers are negative. @throws RangeError when one is not finite. */
  travel(duration: Duration): void
  /** @throws RangeError when it is no time. */
  travelTo(moment: Date | string): void
}

const milliseconds: Record<keyof Duration, number> = {
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1000,
  milliseconds: 1,
}

const durationOptions = knownOptions<Duration>('travel()', {
  days: 'optional',
  hours: 'optional',
  minutes: 'optional',
  seconds: 'optional',
  milliseconds: 'optional',
})

let isTravelling = false

/**
 * Sets the clock of this process until it is disposed of:
 *
 * ```ts
 * using clock = timeTravel('2026-01-02T03:04:05Z')
 * clock.travel({ hours: 1 })
 * ```
 *
 * `Date` is moved, and `performance.now()` with it, by which throttles and replays in memory
 * count; that one never goes back. Timers run as before, so that drivers and servers work. The
 * clock of a database stays what it is.
 *
 * @param moment default now.
 * @throws RangeError when it is no time; Error when the clock is set already.
 */
export function timeTravel(moment: Date | string = new Date()): TimeTravel {
  if (isTravelling) {
    throw new Error('The clock is set already: dispose of the other timeTravel() first.')
  }
  const RealDate = Date
  const { now: realNow } = performance
  let ahead = timeOf(moment) - RealDate.now()
  let aheadMonotonic = 0

  function setAhead(wanted: number): void {
    if (!Number.isFinite(wanted)) throw new RangeError('The clock can only go a finite way.')
    aheadMonotonic += Math.max(0, wanted - ahead)
    ahead = wanted
  }

  isTravelling = true
  globalThis.Date = travellingDate(() => RealDate.now() + ahead)
  performance.now = () => realNow.call(performance) + aheadMonotonic

  return {
    travel(duration) {
      durationOptions.require(duration)
      const steps = Object.entries(duration) as [keyof Duration, number | undefined][]
      setAhead(steps.reduce((sum, [unit, count = 0]) => sum + count * milliseconds[unit], ahead))
    },
    travelTo: (there) => setAhead(timeOf(there) - RealDate.now()),
    [Symbol.dispose]() {
      globalThis.Date = RealDate
      performance.now = realNow
      isTravelling = false
    },
  }
}

/** `Date` with another present. Its instances are those of the real one. */
const travellingDate = (now: () => number): DateConstructor =>
  new Proxy(Date, {
    construct: (target, values: [], newTarget) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
    apply: (target) => new target(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })

function timeOf(moment: Date | string): number {
  const time = new Date(moment).getTime()
  if (Number.isNaN(time))
    throw new RangeError(`${moment} is no time: write '2026-01-02T03:04:05Z'.`)
  return time
}
