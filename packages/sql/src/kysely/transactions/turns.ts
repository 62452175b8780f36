/** A savepoint that a library begins with a statement: which work belongs to it is unknown. */
export interface Guest<Scope> {
  readonly scope: Scope
  /** Whether it sends nothing, so that its work may wait for something else. */
  readonly isPaused: boolean
  /** Waits for its end if that has begun. */
  settled(): Promise<void>
}

/** Milliseconds without a statement after which a guest is paused. */
export const pause = 5

/**
 * Milliseconds that a statement waits for a savepoint beside it. The work of the savepoint may wait
 * for the statement, which then would never be sent.
 */
const patience = 1000

/**
 * Milliseconds that a savepoint waits while one and the same other is open before it, which may in
 * turn be waiting for this one. As long as a transaction may be idle.
 */
const longest = 30_000

/**
 * The turns of the savepoints in one transaction. The end of one ends all that began after it, so
 * there is one at a time.
 *
 * What begins while a guest is open is either beside it and waits for its end, or part of its work,
 * which then waits itself. So it begins in the guest if that pauses. A rollback of the guest would
 * undo it in both cases: then the transaction is not committed.
 */
export class ScopeTurns<Scope extends { readonly turns: ScopeTurns<Scope> }> {
  #last: Promise<unknown> = Promise.resolve()
  #guest: Guest<Scope> | null = null
  #savepoint: Promise<void> | null = null
  /** The turns of those in it, whose rollback would undo the same. */
  #within: ScopeTurns<Scope> | null = null
  /** Whether it has outlasted the patience of a statement beside it: no other waits for it. */
  #isSlow = false
  /** Whether a statement that may write was sent while it was open. */
  #mayUndo = false
  #hasAssumed = false
  #hasLost = false
  #hasLostStatement = false

  /** Resolves when all that have asked for a turn are over. */
  get over(): Promise<unknown> {
    return this.#last
  }

  /**
   * Waits for the turn.
   *
   * @returns the guest in which it begins instead; null if there is none.
   * @throws Error when the savepoint before it does not end.
   */
  async take(isOver: Promise<void>): Promise<Guest<Scope> | null> {
    const before = this.#last
    this.#last = Promise.all([before, isOver])
    const guest = this.#guest
    while (guest !== null && this.#guest === guest) {
      if (guest.isPaused) return guest
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
    await this.#after(before)
    return null
  }

  async #after(before: Promise<unknown>): Promise<void> {
    let open = this.#savepoint
    while (!(await settlesWithin(longest, before))) {
      if (open !== null && this.#savepoint === open) throw new Error(waitsForEver)
      open = this.#savepoint
    }
  }

  /** A savepoint begins whose work is known. */
  savepointBegins(isOver: Promise<void>, within: ScopeTurns<Scope>): void {
    this.#savepoint = isOver
    this.#within = within
    this.#isSlow = false
    this.#mayUndo = false
    isOver.then(() => {
      this.#savepoint = null
    })
  }

  /** Such a savepoint is rolled back. */
  savepointUndone(): void {
    this.#hasLostStatement ||= this.#mayUndo
  }

  /**
   * Waits until no such savepoint is open, nor in the guest: its rollback would undo what is sent
   * beside it, although that has succeeded.
   *
   * @returns false when one is still open, out of patience.
   */
  async alone(): Promise<boolean> {
    while (this.#savepoint !== null && !this.#isSlow) {
      if (!(await settlesWithin(patience, this.#savepoint))) this.#isSlow = true
    }
    const isAlone = this.#savepoint === null
    if (this.#guest === null) return isAlone
    return (await this.#guest.scope.turns.alone()) && isAlone
  }

  /** A statement that may write is sent. The rollback of a savepoint that is open undoes it. */
  writes(): void {
    if (this.#savepoint !== null) {
      this.#mayUndo = true
      this.#within?.writes()
    }
    this.#guest?.scope.turns.writes()
  }

  guestBegins(guest: Guest<Scope>): void {
    this.#guest = guest
  }

  guestEnds(turns: ScopeTurns<Scope>, isUndone: boolean): void {
    this.#guest = null
    this.#hasLost ||= isUndone && turns.#hasAssumed
    this.#hasLostStatement ||= turns.#hasLostStatement
  }

  /** Something that began here by assumption is committed. */
  assumed(): void {
    this.#hasAssumed = true
  }

  /** @throws Error when the transaction must not be committed. */
  async requireWhole(): Promise<void> {
    await this.#guest?.settled()
    if (this.#savepoint !== null) {
      throw new Error(
        'A transaction of a store that was begun in the transaction of the current work is still ' +
          'open: await it. Nothing is stored.',
      )
    }
    if (this.#guest !== null) {
      throw new Error(
        'A transaction that a library has begun in the transaction of the current work is still ' +
          'open: await its end, and release its client.',
      )
    }
    if (this.#hasLostStatement) {
      throw new Error(
        'The rollback of a transaction of a store has undone a statement beside it, which had waited ' +
          'for its end for a second. Nothing is stored: do not wait in such a transaction for ' +
          'statements outside of it, or await it before them.',
      )
    }
    if (this.#hasLost) {
      throw new Error(
        'The rollback of a transaction of a library has undone one that began while it was open, ' +
          'maybe beside it. To roll back one of several, use kyselyTransactions(db).run() or ' +
          'transaction() of a store, which know what belongs to them.',
      )
    }
  }
}

const waitsForEver =
  'A transaction of a store has waited for 30 seconds for the one before it in the same ' +
  'transaction, which does not end and may wait for it in turn: do not wait in the one for the other.'

async function settlesWithin(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  const timer = Promise.withResolvers<boolean>()
  const timeout = setTimeout(() => timer.resolve(false), milliseconds)
  const settles = await Promise.race([promise.then(() => true), timer.promise])
  clearTimeout(timeout)
  return settles
}
