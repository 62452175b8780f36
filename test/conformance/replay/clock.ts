/** The time that a service reads. It stands still until it is set. */
export class Clock {
  /** Seconds since its start. */
  seconds = 0
}
