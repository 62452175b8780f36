/** A header field: its name and its value. */
export type HeaderField = readonly [name: string, value: string]

/** One request of the traffic. */
export interface RecordedRequest {
  readonly method: string
  /** Path and query: `/notes/?page=2`. A host is never part of it. */
  readonly target: string
  readonly headers: readonly HeaderField[]
  /** Null if there is none. */
  readonly body: Uint8Array | null
  /** The host it was sent to, with its port if it has one; null if the recording does not say. */
  readonly host: string | null
  /**
   * The id of what it created, as its recorded answer says; null if unknown, or if nothing was
   * created.
   */
  readonly createdId: string | null
  /** Where it is in the recording: `line 12`, `entry 3`. */
  readonly place: string
}

/** A part of the recording without a request that can be sent. */
export interface Unreadable {
  /** One of few texts, by which they are counted: `not in the format of the log`. */
  readonly reason: string
  readonly place: string
}

export type Recorded = RecordedRequest | Unreadable

export const isUnreadable = (recorded: Recorded): recorded is Unreadable => 'reason' in recorded
