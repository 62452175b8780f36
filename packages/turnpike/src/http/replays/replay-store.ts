/**
 * Where ids are remembered that may be used once: the `jti` of a DPoP proof (RFC 9449 §11.1), the
 * nonce of a signature (RFC 9421 §7.2.2).
 */
export interface ReplayStore {
  /**
   * Remembers the id for so many seconds, atomically: of any number of simultaneous calls with one
   * id, one gets true.
   *
   * @param id of any length. Put in front what it belongs to: `dpop <thumbprint> <jti>`.
   *   Stores keep a digest, since it may say who sent the message.
   * @param seconds how long a message with the id would be accepted; not necessarily whole.
   * @returns true: the id is new. False: it was used within the time that it was remembered for.
   * @throws ServiceUnavailable when the store cannot say. The id must then not count as new.
   */
  remember(id: string, seconds: number): boolean | Promise<boolean>
}
