import type { Answer } from '../http/answer.ts'
import type { RequestHeaders } from '../http/incoming-request.ts'

/** What decides where a request may read. */
export interface ReplicaRequest {
  /** Whether it changes nothing: GET, HEAD, OPTIONS or TRACE. */
  readonly isSafe: boolean
  /** Identifies the sender: a user by pk, other clients by address. */
  readonly sender: string
  readonly headers: Pick<RequestHeaders, 'get'>
}

/** Lets the reads of requests come from replicas: `replicas(db, …)` of `@turnpike/sql`. */
export interface ReadReplicas {
  /**
   * Answers a request: calls `work` once, and returns its answer, maybe with further header fields.
   * Throws what it throws.
   */
  run(request: ReplicaRequest, work: () => Promise<Answer>): Promise<Answer>

  /** Does a part of that work whose statements all go to the primary: it decides about access. */
  atPrimary<Result>(work: () => Result): Result

  /**
   * A function that does the same, but whose reads come from where those of this call would come,
   * also when a part at the primary calls it.
   */
  fromHere<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result,
  ): (...args: Args) => Result
}

/** The part of a request that says whether there are replicas. */
interface MayReadReplicas {
  /** Absent in requests that tests make up. */
  readonly readReplicas?: ReadReplicas | null
}

/** Does what decides about access: a right that was withdrawn is not found on a late replica. */
export const atPrimary = <Result>({ readReplicas }: MayReadReplicas, work: () => Result): Result =>
  readReplicas ? readReplicas.atPrimary(work) : work()

/** What decides about the fields that are shown: it reads where they were read. */
export const fromHere = <Args extends readonly unknown[], Result>(
  { readReplicas }: MayReadReplicas,
  work: (...args: Args) => Result,
): ((...args: Args) => Result) => (readReplicas ? readReplicas.fromHere(work) : work)

/**
 * Where the processes of a service learn how far the writes of a client have come:
 * `redisPositionStore` of `@turnpike/redis`, or one of your own. A position is a text whose order
 * is that of the writes.
 */
export interface PositionStore {
  /**
   * The highest position of a client; null if none is kept.
   *
   * @throws when it is unknown: then the client reads from the primary.
   */
  get(client: string): Promise<string | null>
  /** Keeps a position for at least so many seconds, unless a higher one is kept already. */
  raise(client: string, position: string, seconds: number): Promise<void>
}
