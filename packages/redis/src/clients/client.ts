/**
 * The methods needed of a client. Those of `createClient`, `createCluster` and `createSentinel`
 * have them.
 */
export interface RedisClient {
  connect(): Promise<unknown>
  /** Closes the connection at once. Pending commands fail. */
  destroy(): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  eval(script: string, options: ScriptOptions): Promise<unknown>
  evalSha(sha1: string, options: ScriptOptions): Promise<unknown>
}

export interface ScriptOptions {
  keys: string[]
  arguments: string[]
}

/** A client that can send any command. */
export interface CommandClient extends RedisClient {
  sendCommand(command: readonly string[]): Promise<unknown>
}
