/** How busy the connections of a database are. */
export interface DatabaseLoad {
  /** The open connections of a pool, and those of them that are idle. Null without a pool. */
  readonly connections: { readonly total: number; readonly idle: number } | null
  /** Statements that wait for a connection or for the writer. Null if nobody counts them. */
  readonly waiting: number | null
}
