import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** Node's answer, with fields that it has whatever the app answers. */
export class Answer<Asked extends IncomingMessage = IncomingMessage> extends ServerResponse<Asked> {
  readonly #own: Record<string, string> = {}

  /**
   * Sends the field in place of what the app says by that name.
   *
   * @param name in lower case.
   */
  setOwn(name: string, value: string): void {
    this.#own[name] = value
  }

  /**
   * The adapter gives all fields at once, in an object: set one by one they take longer to send.
   */
  override writeHead(status: number, ...rest: unknown[]): this {
    const fields: OutgoingHttpHeaders = { ...this.#own }
    const given = rest.at(-1) as OutgoingHttpHeaders | undefined
    for (const name in given) {
      if (!(name.toLowerCase() in this.#own)) fields[name] = given[name]
    }
    return super.writeHead(status, fields)
  }
}
