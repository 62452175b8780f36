/** The used part of the class `Client` of `pg`. */
export type PostgresClientClass = new (config: never) => PostgresClient

/** The used part of a `Client` of `pg`. */
export interface PostgresClient {
  /** The server's process, or the number that a pooler gives instead. */
  readonly processID: number | null
  /** Absent in the native client. */
  readonly connection?: WireConnection
  connect(done: (error: Error | null) => void): void
  end(): Promise<void>
  on(event: 'error' | 'end', listener: (error?: Error) => void): unknown
  /** Absent in the native client. */
  getTransactionStatus?(): TransactionStatus | null
  query(
    statement: string | object,
    values: readonly unknown[] | undefined,
    done: (error: Error | null, result: PostgresResult) => void,
  ): unknown
  query(statement: { submit(connection: WireConnection): Error | null }): unknown
  getTypeParser(type: number, format: 'text'): ReadValue
}

/** Idle, in a transaction, or in one that a failed statement has aborted. */
export type TransactionStatus = 'I' | 'T' | 'E'

/** The messages to and from the server. */
export interface WireConnection {
  readonly stream: { readonly writable: boolean; write(bytes: Buffer): unknown }
  /** The texts of the statements that are prepared, by name. */
  readonly parsedStatements: Record<string, string>
}

export interface PostgresResult {
  readonly command: string
  readonly rowCount: number | null
  readonly rows: unknown[]
}

export type ReadValue = (text: string) => unknown
