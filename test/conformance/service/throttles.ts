import { anonRateThrottle, scopedRateThrottle, type Throttle, userRateThrottle } from 'turnpike'
import { NotSupported } from './not-supported.ts'

interface ThrottlePolicy {
  class: string
  /** Absent: that of the scope in the settings. */
  rate?: string | null
  scope?: string
  /** Seconds; absent: not known. */
  wait?: number
}

/** A throttle by the name that the scenarios give it. */
export function createThrottle({ class: name, wait, ...options }: ThrottlePolicy): Throttle {
  switch (name) {
    case 'AnonRateThrottle':
      return anonRateThrottle(options)
    case 'UserRateThrottle':
      return userRateThrottle(options)
    case 'ScopedRateThrottle':
      return scopedRateThrottle()
    case 'FixedWait':
      return { allowRequest: () => ({ allowed: false, wait: wait ?? null }) }
    default:
      throw new NotSupported(`The throttle ${name}`)
  }
}
