/** A statement that is sent to a database. */
export interface WatchedStatement {
  /** `postgresql`, `sqlite` (OpenTelemetry's `db.system.name`). */
  readonly system: string
  /** The SQL, with a placeholder for each parameter. It may have literals of its own. */
  readonly sql: string
}

/** Follows the statements of databases. */
export interface StatementWatch {
  /** Runs a statement. Returns and throws what the statement does. */
  statement<Result>(statement: WatchedStatement, run: () => Promise<Result>): Promise<Result>
}
