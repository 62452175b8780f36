import type { CredentialBudget } from '../accounts/credential-budget.ts'
import { SuspiciousRequest } from '../errors/exceptions.ts'
import { type Client, type Connection, clientOf, type IsTrustedProxy } from './client.ts'
import { type IncomingRequest, pathOf, type RequestHeaders } from './incoming-request.ts'
import type { Schema, Validated, ValidateOptions } from './schema.ts'
import { parseCookies } from './syntax/cookies.ts'
import { parseUrlEncoded } from './syntax/url-encoded.ts'

/** Reads the body of one request. The dispatch makes it from the view's parsers. */
export interface BodyReader {
  data(): Promise<unknown>
  data<Output>(schema: Schema<Output> | undefined): Promise<Output>
  validate<Output>(schema: Schema<Output>, options?: ValidateOptions): Promise<Validated<Output>>
  /** False: the body has been asked for, and nothing awaits the promise. */
  readonly isAwaited: boolean
}

export interface HttpRequestOptions {
  connection: Connection
  /** Values of the route's parameters, decoded. */
  params: Readonly<Record<string, string>>
  body: BodyReader
  /** Scheme, host and port of every link, or null for those of the request itself. */
  baseUrl: string | null
  /** Whose forwarded header fields are believed. */
  isTrustedProxy: IsTrustedProxy
  /** Bounds wrong credentials. */
  credentialBudget: CredentialBudget
  /** Most parameters a query may have. */
  maxQueryParameters: number
  /** What the form of a page holds, when the request stands for one. Default null. */
  sentForm?: SentForm | null
  /** Default: that of the incoming request. */
  method?: string
}

/** What was written into a form of a page, to be shown again when it is refused. */
export interface SentForm {
  /** The body that was written as a text, or null when the form has fields. */
  readonly content: string | null
  readonly fields: URLSearchParams
}

/** All of a request but who sent it: what a scheme sees. */
export class HttpRequest {
  readonly method: string
  readonly headers: RequestHeaders
  readonly connection: Connection
  /** Values of the route's parameters: `/notes/:id/` gives `{ id: '7' }`. */
  readonly params: Readonly<Record<string, string>>
  /** The form of a page that the request stands for, or null. */
  readonly sentForm: SentForm | null

  protected readonly incoming: IncomingRequest
  protected readonly options: HttpRequestOptions
  #query: URLSearchParams | undefined
  #client: Client | undefined
  #cookies: ReadonlyMap<string, string> | undefined

  constructor(incoming: IncomingRequest, options: HttpRequestOptions) {
    this.method = options.method ?? incoming.method
    this.headers = incoming.headers
    this.connection = options.connection
    this.params = options.params
    this.sentForm = options.sentForm ?? null
    this.incoming = incoming
    this.options = options
  }

  /**
   * The web request, made on first use. Its body can be read here or by `data()`, once: the second
   * reading is an error.
   */
  get raw(): Request {
    return this.incoming.toRequest()
  }

  /** Aborted when the client goes away before it has the whole answer. */
  get signal(): AbortSignal {
    return this.incoming.signal
  }

  /** The request's path as it was sent, percent-encoded. */
  get path(): string {
    return pathOf(this.incoming.target)
  }

  /**
   * Scheme, host, path and query under which the client reached the service. Scheme and host are
   * those of the setting `BASE_URL` when there is one, else the client's.
   */
  get url(): string {
    return this.baseUrl + this.incoming.target
  }

  /** The scheme and host of `url`, without a slash at the end. */
  get baseUrl(): string {
    const { scheme, host } = this.client
    return this.options.baseUrl ?? `${scheme}://${host}`
  }

  /**
   * Checks credentials within the budget of wrong ones (`FAILED_CREDENTIALS_RATES`): a result of
   * null counts as wrong. The check is not made at all when too many were wrong.
   *
   * @param username whose password is checked; null for credentials without a name.
   * @throws Throttled when too many attempts have failed.
   */
  tryCredentials<Result>(
    username: string | null,
    check: () => Promise<Result | null>,
  ): Promise<Result | null> {
    return this.options.credentialBudget.attempt(this.client, username, check)
  }

  /**
   * Counts credentials that have been found wrong already.
   *
   * @throws Throttled when too many attempts have failed.
   */
  async countWrongCredentials(): Promise<void> {
    await this.tryCredentials(null, async () => null)
  }

  /** Who is at the other end, with trusted proxies looked through. */
  get client(): Client {
    this.#client ??= clientOf(this.incoming, this.connection, this.options.isTrustedProxy)
    return this.#client
  }

  /** The cookies by name, as they were sent; of several with one name the first. */
  get cookies(): ReadonlyMap<string, string> {
    this.#cookies ??= parseCookies(this.headers.get('Cookie'))
    return this.#cookies
  }

  /**
   * The query parameters, decoded.
   *
   * @throws SuspiciousRequest when there are more than `DATA_UPLOAD_MAX_NUMBER_FIELDS`.
   */
  get query(): URLSearchParams {
    this.#query ??= this.#readQuery()
    return this.#query
  }

  /**
   * The value of a query parameter, the last one when it is repeated, or null when it is absent.
   */
  queryValue(name: string): string | null {
    if (!this.incoming.target.includes('?')) return null
    return this.query.getAll(name).at(-1) ?? null
  }

  /**
   * The parsed body, `{}` when there is none. With a schema, the validated data.
   *
   * @throws UnsupportedMediaType when no parser of the view reads the content type.
   * @throws ParseError when the body is malformed.
   * @throws ContentTooLarge when the body is too long.
   * @throws ValidationError when the data does not fit the schema.
   */
  data(): Promise<unknown>
  data<Output>(schema: Schema<Output>): Promise<Output>
  data<Output>(schema?: Schema<Output>): Promise<unknown> {
    return this.options.body.data(schema)
  }

  /** Like `data(schema)`, but invalid data is a result and no exception. */
  validate<Output>(schema: Schema<Output>, options?: ValidateOptions): Promise<Validated<Output>> {
    return this.options.body.validate(schema, options)
  }

  /** False: `data()` or `validate()` was called, and so far nothing awaits what it returned. */
  get isBodyAwaited(): boolean {
    return this.options.body.isAwaited
  }

  #readQuery(): URLSearchParams {
    const { target } = this.incoming
    const start = target.indexOf('?')
    const { maxQueryParameters } = this.options
    const query = parseUrlEncoded(start < 0 ? '' : target.slice(start + 1), maxQueryParameters)
    if (query === null) {
      throw new SuspiciousRequest(`The query has more than ${maxQueryParameters} parameters.`)
    }
    return query
  }
}
