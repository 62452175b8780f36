/** What is used of the class `Client` of `pg`. */
export type PostgresClientClass = new (config: never) => PostgresClient

/** What is used of a `Client` of `pg`. */
export interface PostgresClient {
  /** The server's process, or the number that a pooler gives instead. */
  readonly processID: number | null
  /** Absent in the native client. */
  readonly connection?: WireConnection
  connect(done: (error: Error | null) => void): void
  end(): Promise<void>
  on(event: 'error' | 'end', listener: (error?: Error) => void): unknown
  query(
    text: string,
    values: readonly unknown[],
    done: (error: Error | null, result: PostgresResult) => void,
  ): unknown
  query(config: object, done: (error: Error | null, result: PostgresResult) => void): unknown
  query(statement: { submit(connection: WireConnection): Error | null }): unknown
  getTypeParser(type: number, format: 'text'): ReadValue
}

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
