export interface RecheckTimerOptions {
  /** Milliseconds from one check to the next. */
  readonly interval: number
  /** When the credentials expire; null if they do not say. */
  readonly expires: Date | null
  /** Returns false when the identity has ended. */
  check(): Promise<boolean>
  /** Called once, after the last check. */
  onEnd(): void
  /** Called with the error of a check that could not decide. The next one may. */
  onUnknown(error: unknown): void
}

/** Checks again and again, one check at a time. */
export interface RecheckTimer {
  /** Checks at once, and once more a moment later. */
  checkSoon(): void
  stop(): void
}

/** Milliseconds after which a reported revocation is committed, if it was reported before. */
const commitTime = 1000

/** Milliseconds after which credentials have expired for certain: timers may be early. */
const lateness = 10

/** Milliseconds between checks of expired credentials that a tolerance for clocks still accepts. */
const toleranceStep = 10_000

/** Starts the timer, which does not keep the process alive. */
export function recheckTimer(options: RecheckTimerOptions): RecheckTimer {
  const { interval, check, onEnd, onUnknown } = options
  const expiry = options.expires === null ? Infinity : options.expires.getTime() + lateness
  let timer: ReturnType<typeof setTimeout> | undefined
  let isUnderWay = false
  let isReported = false
  let isStopped = false

  function plan(milliseconds: number): void {
    clearTimeout(timer)
    if (isStopped) return
    timer = setTimeout(checkOnce, milliseconds)
    unref(timer)
  }

  function planNext(): void {
    const untilExpiry = expiry - Date.now()
    plan(Math.min(interval, untilExpiry > 0 ? untilExpiry : toleranceStep))
  }

  async function checkOnce(): Promise<void> {
    const wasReported = isReported
    isReported = false
    isUnderWay = true
    const isValid = await check().catch((error: unknown) => {
      onUnknown(error)
      return true
    })
    isUnderWay = false
    if (isStopped) return
    if (!isValid) {
      stop()
      onEnd()
    } else if (isReported) plan(0)
    else if (wasReported) plan(Math.min(interval, commitTime))
    else planNext()
  }

  function stop(): void {
    isStopped = true
    clearTimeout(timer)
  }

  planNext()
  return {
    checkSoon() {
      isReported = true
      if (!isUnderWay) plan(0)
    },
    stop,
  }
}

/** Timers of browsers and Workers are numbers. */
function unref(timer: unknown): void {
  if (typeof timer === 'object') (timer as { unref?(): void } | null)?.unref?.()
}
