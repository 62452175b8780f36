import { AsyncLocalStorage } from 'node:async_hooks'
import type { Replica } from './replica.ts'

/** What one request reads and writes. */
export class ReadScope {
  readonly isSafe: boolean
  /** Whether it has sent more than reads. */
  hasWritten: boolean
  readonly #choose: () => Promise<Replica | null>
  readonly #enterPrimary: () => void
  #place: Promise<Replica | null> | null = null
  #isAtPrimary = false
  #isOver = false

  /** @param enterPrimary called at most once, before the first statement goes to the primary. */
  constructor(isSafe: boolean, choose: () => Promise<Replica | null>, enterPrimary: () => void) {
    this.isSafe = isSafe
    this.hasWritten = !isSafe
    this.#choose = choose
    this.#enterPrimary = enterPrimary
    if (!isSafe) this.leaveReplica()
  }

  get isAtPrimary(): boolean {
    return this.#isAtPrimary
  }

  /** Whether the request is answered. What goes on, such as a stream, reads from the primary. */
  get isOver(): boolean {
    return this.#isOver
  }

  end(): void {
    this.#isOver = true
  }

  /** The replica of its reads, the same for all of them; null if they come from the primary. */
  async place(): Promise<Replica | null> {
    if (this.#isAtPrimary) return null
    this.#place ??= this.#choose()
    const place = await this.#place
    if (place === null) this.leaveReplica()
    return this.#isAtPrimary ? null : place
  }

  /** From now on everything comes from the primary. */
  leaveReplica(): void {
    if (this.#isAtPrimary) return
    this.#isAtPrimary = true
    this.#enterPrimary()
  }
}

const scopes = new AsyncLocalStorage<ReadScope | null>()

/** The scope of the current work; undefined outside of requests. */
export function readScope(): ReadScope | undefined {
  const scope = scopes.getStore()
  return scope && !scope.isOver ? scope : undefined
}

/** Does the work of a request. @param scope null for a part whose statements go to the primary. */
export const inReadScope = <Result>(scope: ReadScope | null, work: () => Result): Result =>
  scopes.run(scope, work)
