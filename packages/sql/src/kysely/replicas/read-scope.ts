import { AsyncLocalStorage } from 'node:async_hooks'
import type { Replica } from './replica.ts'

/** Where the statements of the current work go. */
export interface StatementScope {
  /** Whether the request is answered. What goes on, such as a stream, reads from the primary. */
  readonly isOver: boolean
  /** The replica of its reads, the same for all of them; null if they come from the primary. */
  place(): Promise<Replica | null>
  /** From now on everything comes from the primary. */
  leaveReplica(): void
  /** A statement may write: what follows in the request must see it. */
  noteWrite(): void
  /** The same for reads that stay where they would come from now. */
  kept(): StatementScope
}

/** What one request reads and writes. */
export class ReadScope implements StatementScope {
  readonly #choose: () => Promise<Replica | null>
  readonly #enterPrimary: () => void
  #place: Promise<Replica | null> | null = null
  #hasWritten: boolean
  #isAtPrimary = false
  #isOver = false

  /** @param enterPrimary called at most once, before the first statement goes to the primary. */
  constructor(isSafe: boolean, choose: () => Promise<Replica | null>, enterPrimary: () => void) {
    this.#hasWritten = !isSafe
    this.#choose = choose
    this.#enterPrimary = enterPrimary
    if (!isSafe) this.leaveReplica()
  }

  /** Whether it has sent more than reads. */
  get hasWritten(): boolean {
    return this.#hasWritten
  }

  get isAtPrimary(): boolean {
    return this.#isAtPrimary
  }

  get isOver(): boolean {
    return this.#isOver
  }

  end(): void {
    this.#isOver = true
  }

  async place(): Promise<Replica | null> {
    if (this.#isAtPrimary) return null
    this.#place ??= this.#choose()
    const place = await this.#place
    if (place === null) this.leaveReplica()
    return this.#isAtPrimary ? null : place
  }

  leaveReplica(): void {
    if (this.#isAtPrimary) return
    this.#isAtPrimary = true
    this.#enterPrimary()
  }

  noteWrite(): void {
    this.#hasWritten = true
    this.leaveReplica()
  }

  kept(): StatementScope {
    return new KeptPlace(this, this.#isAtPrimary ? null : this.#place)
  }
}

/**
 * A part of a request whose statements go to the primary. Its reads leave the rest of the request
 * at the replica; its writes are those of the request.
 */
class PrimaryPart implements StatementScope {
  readonly #whole: StatementScope

  constructor(whole: StatementScope) {
    this.#whole = whole
  }

  get isOver(): boolean {
    return this.#whole.isOver
  }

  async place(): Promise<null> {
    return null
  }

  leaveReplica(): void {}

  noteWrite(): void {
    this.#whole.noteWrite()
  }

  kept(): StatementScope {
    return this
  }
}

/** Reads that stay at the replica of their request, also when that has left it to write. */
class KeptPlace implements StatementScope {
  readonly #whole: ReadScope
  #place: Promise<Replica | null> | null

  /** @param place null: the request is at the primary, or has not read yet. */
  constructor(whole: ReadScope, place: Promise<Replica | null> | null) {
    this.#whole = whole
    this.#place = place
  }

  get isOver(): boolean {
    return this.#whole.isOver
  }

  async place(): Promise<Replica | null> {
    return (await this.#place) ?? this.#whole.place()
  }

  leaveReplica(): void {
    this.#place = null
    this.#whole.leaveReplica()
  }

  noteWrite(): void {
    this.#place = null
    this.#whole.noteWrite()
  }

  kept(): StatementScope {
    return this
  }
}

const scopes = new AsyncLocalStorage<StatementScope>()

/** The scope of the current work; undefined outside of requests. */
export function readScope(): StatementScope | undefined {
  const scope = scopes.getStore()
  return scope && !scope.isOver ? scope : undefined
}

/** Does the work of a request. */
export const inReadScope = <Result>(scope: ReadScope, work: () => Result): Result =>
  scopes.run(scope, work)

/** Does a part of that work whose statements all go to the primary. */
export function inPrimaryPart<Result>(work: () => Result): Result {
  const scope = readScope()
  return scope === undefined ? work() : scopes.run(new PrimaryPart(scope), work)
}

/** A function that does the same, but whose reads come from where those of this call would come. */
export function keepingPlace<Args extends readonly unknown[], Result>(
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  const scope = readScope()?.kept()
  return scope === undefined ? work : (...args) => scopes.run(scope, () => work(...args))
}
