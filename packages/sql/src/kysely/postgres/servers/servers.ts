/** What a server must be to be used: PostgreSQL's `target_session_attrs`. */
export type RequiredRole = 'any' | 'read-write' | 'primary'

/** What a server says of itself when a connection begins. */
export interface ServerState {
  /** Whether it replays the log of another one. */
  readonly isStandby: boolean
  /** Whether it refuses writes by default. A standby does. */
  readonly isReadOnly: boolean
}

/** @throws Error when the server does not have the role. */
export function requireRole(role: RequiredRole, { isStandby, isReadOnly }: ServerState): void {
  if (role === 'any' || !(role === 'primary' ? isStandby : isReadOnly)) return
  throw new Error(isStandby ? 'it is a standby' : 'it is read-only')
}

/** The servers of a database. All connections go to the one that could be used last. */
export class Servers<Options extends { readonly host?: string | undefined }> {
  readonly #all: readonly Options[]
  #latest = 0

  /** @param all at least one, in the order in which they are tried. */
  constructor(all: readonly Options[]) {
    this.#all = all
  }

  /** The first connection that can be opened. @throws the error of a single server. */
  async connect<Connection>(open: (options: Options) => Promise<Connection>): Promise<Connection> {
    const errors: string[] = []
    for (const index of this.#order()) {
      const server = this.#all[index] as Options
      try {
        const connection = await open(server)
        this.#latest = index
        return connection
      } catch (error) {
        if (this.#all.length === 1) throw error
        errors.push(`${server.host}: ${messageOf(error)}`)
      }
    }
    throw new Error(`None of the servers can be used. ${errors.join('; ')}.`)
  }

  #order(): number[] {
    const { length } = this.#all
    return Array.from({ length }, (_, step) => (this.#latest + step) % length)
  }
}

/** Errors of several addresses have a code and no message. */
const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error)
