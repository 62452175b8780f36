import { textsOfRows } from '../statements/row-texts.ts'
import type { PostgresResult, ReadValue, WireConnection } from './client.ts'
import { closingOf, executionOf, type ParameterText, preparationOf } from './messages.ts'
import { type DescribedColumn, type RowShape, rowOf, rowShape } from './row-shape.ts'

/** A statement that a connection keeps prepared. */
export interface PreparedStatement {
  readonly name: string
  readonly text: string
  /** The columns of its rows. Null if unknown, so the server describes them. */
  shape: RowShape | null
}

/** A statement to send. */
export interface Sent {
  readonly statement: PreparedStatement
  readonly values: readonly unknown[]
  /** The values as texts. */
  readonly texts: readonly ParameterText[]
  /** Whether the rows come with the server's texts. */
  readonly keepsTexts: boolean
  /** A column that is read as text and left out of the rows; null if there is none. */
  readonly textOnlyColumn: string | null
}

/** The connection of a query. */
export interface QueryOwner {
  /** Whether all statements reach the same process of the server, so that its answers are alike. */
  readonly isDirect: boolean
  /** Names of statements that the connection no longer keeps. The next query closes them. */
  readonly evicted: string[]
  readerOf(type: number): ReadValue
  /** Called once, when the query is over. */
  ended(query: PreparedQuery, error: unknown): void
}

/** Called with the error, or with null and the result. */
export type Done = (error: unknown, result: PostgresResult | null) => void

/**
 * One execution of a prepared statement, in the form that `client.query()` of `pg` accepts. Unlike
 * the query of `pg`, it is written at once, and the columns of its rows are analysed once.
 */
export class PreparedQuery implements PostgresResult {
  /** Read by `pg`, which remembers what is prepared. */
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  readonly done: Done
  command = ''
  rowCount: number | null = null
  readonly rows: unknown[] = []
  readonly #sent: Sent
  readonly #owner: QueryOwner
  readonly #rowTexts: (readonly (string | null)[])[] = []
  #unreadable: unknown
  #isOver = false

  constructor(sent: Sent, owner: QueryOwner, done: Done) {
    this.name = sent.statement.name
    this.text = sent.statement.text
    this.values = sent.values
    this.done = done
    this.#sent = sent
    this.#owner = owner
  }

  submit({ stream, parsedStatements }: WireConnection): null {
    // The end of the connection is reported by `handleError`.
    if (!stream.writable) return null
    const { name, text } = this
    const { statement, texts } = this.#sent
    const messages: Buffer[] = []
    for (const evicted of this.#owner.evicted.splice(0)) {
      delete parsedStatements[evicted]
      messages.push(closingOf(evicted))
    }
    const isPrepared = parsedStatements[name] === text
    if (!isPrepared) messages.push(preparationOf(name, text))
    if (!isPrepared || !this.#owner.isDirect) statement.shape = null
    const execution = executionOf(name, texts, statement.shape === null)
    stream.write(messages.length === 0 ? execution : Buffer.concat([...messages, execution]))
    return null
  }

  handleRowDescription({ fields }: { readonly fields: readonly DescribedColumn[] }): void {
    const { statement, textOnlyColumn } = this.#sent
    statement.shape = rowShape(fields, (type) => this.#owner.readerOf(type), textOnlyColumn)
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#unreadable !== undefined) return
    try {
      this.rows.push(rowOf(this.#sent.statement.shape as RowShape, fields))
      if (this.#sent.keepsTexts) this.#rowTexts.push(fields)
    } catch (error) {
      this.#unreadable = error
    }
  }

  /** `SELECT 50`, `INSERT 0 1`, `LISTEN`. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    const end = text.indexOf(' ')
    this.command = end < 0 ? text : text.slice(0, end)
    this.rowCount = end < 0 ? null : Number(text.slice(text.lastIndexOf(' ') + 1))
  }

  handleReadyForQuery(): void {
    const { statement, keepsTexts } = this.#sent
    if (keepsTexts && statement.shape !== null) {
      textsOfRows.set(this.rows, { names: statement.shape.names, texts: this.#rowTexts })
    }
    this.#end(this.#unreadable ?? null)
  }

  handleError(error: unknown): void {
    this.#end(this.#unreadable ?? error)
  }

  /** Reports that the server takes too long. */
  timeOut(): void {
    this.#end(new Error('Query read timeout'))
  }

  #end(error: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#owner.ended(this, error)
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyData(): void {}

  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('No source stream defined')
  }
}
