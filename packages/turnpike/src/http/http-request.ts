import { SuspiciousRequest } from '../errors/exceptions.ts'
import type { ReadReplicas } from '../items/read-replicas.ts'
import type { Languages } from '../languages/languages.ts'
import { fill, type MessageValues } from '../languages/message.ts'
import type { Translator } from '../languages/translator.ts'
import { traceParentOf } from '../telemetry/trace-parent.ts'
import { type Client, type Connection, clientOf, type IsTrustedProxy } from './client.ts'
import type { CredentialBudget } from './credential-budget.ts'
import { type IncomingRequest, pathOf, type RequestHeaders } from './incoming-request.ts'
import type { Schema, Validated, ValidateOptions } from './schema.ts'
import { parseCookies } from './syntax/cookies.ts'
import { requestIdOf } from './syntax/request-id.ts'
import { parseUrlEncoded } from './syntax/url-encoded.ts'

/** Reads the body of one request with the view's parsers. */
export interface BodyReader {
  /** Waits until the body is received and parsed. Never rejects: `data` and `validate` do. */
  receive(): Promise<void>
  data(): Promise<unknown>
  data<Output>(schema: Schema<Output> | undefined): Promise<Output>
  bytes(): Promise<Uint8Array<ArrayBuffer>>
  /** @param translator translates the errors. Default null: they are in English. */
  validate<Output>(
    schema: Schema<Output>,
    options?: ValidateOptions,
    translator?: Translator | null,
  ): Promise<Validated<Output>>
  /** False: the body was requested but nothing awaits the promise. */
  readonly isAwaited: boolean
}

export interface HttpRequestOptions {
  connection: Connection
  /** Values of the route's parameters, decoded. */
  params: Readonly<Record<string, string>>
  body: BodyReader
  /** Scheme, host and port of every link; null means those of the request. */
  baseUrl: string | null
  /** The proxies whose forwarded header fields are trusted. */
  isTrustedProxy: IsTrustedProxy
  /** Limits wrong credentials. */
  credentialBudget: CredentialBudget
  /** Where its reads may come from besides the database. Null, the default: nowhere. */
  readReplicas?: ReadReplicas | null
  /** Maximum number of parameters a query may have. */
  maxQueryParameters: number
  /** The form of a page that the request represents. Default null. */
  sentForm?: SentForm | null
  /** The languages of the API. Null, the default: its texts are those in the code. */
  languages?: Languages | null
  /** Default: that of the incoming request. */
  method?: string
  /** Default: the client's own, or a new one. */
  id?: string | undefined
  /** The id of the trace that the request is followed in. Default: that of its `traceparent`. */
  traceId?: string | null | undefined
  /** Whether it was let in before, and its sender is checked again. Default false. */
  isCheckedAgain?: boolean
}

/** The input of a page's form, to be shown again if it is rejected. */
export interface SentForm {
  /** The raw body text, or null when the form has fields. */
  readonly content: string | null
  readonly fields: URLSearchParams
}

/** A request without its sender: what a scheme sees. */
export class HttpRequest {
  readonly method: string
  readonly headers: RequestHeaders
  readonly connection: Connection
  /** Values of the route's parameters: `/notes/:id/` gives `{ id: '7' }`. */
  readonly params: Readonly<Record<string, string>>
  /** The form of a page that the request represents, or null. */
  readonly sentForm: SentForm | null

  protected readonly incoming: IncomingRequest
  protected readonly options: HttpRequestOptions
  #id: string | undefined
  #query: URLSearchParams | undefined
  #client: Client | undefined
  #cookies: ReadonlyMap<string, string> | undefined

  constructor(incoming: IncomingRequest, options: HttpRequestOptions) {
    this.method = options.method ?? incoming.method
    this.headers = incoming.headers
    this.connection = options.connection
    this.params = options.params
    this.sentForm = options.sentForm ?? null
    this.#id = options.id
    this.incoming = incoming
    this.options = options
  }

  /**
   * The identifier of the request, as in the log of the service and its `X-Request-Id`. Without a
   * service it is the client's `X-Request-Id` if that has 1 to 64 letters, digits, `_`, `.` or `-`,
   * otherwise a UUID, made on first use.
   */
  get id(): string {
    this.#id ??= requestIdOf(this.headers)
    return this.#id
  }

  /**
   * The id of the trace that the request belongs to, as in the log: that of the tracer that follows
   * it, otherwise of a valid `traceparent`. Null if it belongs to none. 32 hexadecimal digits.
   */
  get traceId(): string | null {
    return this.options.traceId ?? traceParentOf(this.headers.get('traceparent'))?.trace_id ?? null
  }

  /**
   * The web request, created on first use. Its body can be read here, or by `data()` and `bytes()`,
   * but not both.
   */
  get raw(): Request {
    return this.incoming.toRequest()
  }

  /** Aborted when the client disconnects before it has the whole response. */
  get signal(): AbortSignal {
    return this.incoming.signal
  }

  /** The request's path as sent, percent-encoded. */
  get path(): string {
    return pathOf(this.incoming.target)
  }

  /**
   * Scheme, host, path and query under which the client reached the service. Scheme and host are
   * those of the setting `BASE_URL` if set, otherwise the client's.
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
   * Checks credentials within the budget of wrong ones (`FAILED_CREDENTIALS_RATES`). A result of
   * null counts as wrong. After too many wrong ones the check is not run.
   *
   * @param username the user whose password is checked; null for credentials without a name.
   * @throws Throttled when too many attempts have failed.
   */
  tryCredentials<Result>(
    username: string | null,
    check: () => Promise<Result | null>,
  ): Promise<Result | null> {
    return this.options.credentialBudget.attempt(this.client, username, check)
  }

  /**
   * Counts credentials already found to be wrong.
   *
   * @throws Throttled when too many attempts have failed.
   */
  async countWrongCredentials(): Promise<void> {
    await this.tryCredentials(null, async () => null)
  }

  /**
   * Whether the request was let in before, and its connection is still open: its sender is checked
   * again. Proofs that count once, such as a signature with a nonce, are not asked for again.
   */
  get isCheckedAgain(): boolean {
    return this.options.isCheckedAgain === true
  }

  /** The client, behind any trusted proxies. */
  get client(): Client {
    this.#client ??= clientOf(this.incoming, this.connection, this.options.isTrustedProxy)
    return this.#client
  }

  /** The cookies by name, as sent; the first of several with the same name. */
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
   * @throws UnsupportedMediaType when no parser of the view supports the content type.
   * @throws ParseError when the body is malformed.
   * @throws ContentTooLarge when the body is too long.
   * @throws ValidationError when the data does not fit the schema.
   */
  data(): Promise<unknown>
  data<Output>(schema: Schema<Output>): Promise<Output>
  data<Output>(schema?: Schema<Output>): Promise<unknown> {
    return this.options.body.data(schema)
  }

  /**
   * The body as it was sent, empty when there is none: for signatures and digests of its bytes. It
   * can still be read by `data()`, before and after. A copy is not made: do not change it.
   *
   * @throws ContentTooLarge when it is longer than `DATA_UPLOAD_MAX_MEMORY_SIZE`.
   * @throws ParseError when it ends early.
   */
  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.options.body.bytes()
  }

  /** Like `data(schema)`, but returns errors instead of throwing them. */
  validate<Output>(schema: Schema<Output>, options?: ValidateOptions): Promise<Validated<Output>> {
    return this.options.body.validate(schema, options, this.translator)
  }

  /**
   * The language of the texts in the answer, `de`: the one of the setting `LANGUAGES` that the user
   * (`USER_LANGUAGE`) or the client (`Accept-Language`) prefers.
   */
  get language(): string {
    const { languages } = this.options
    return languages?.of(this.headers.get('Accept-Language')) ?? 'en'
  }

  /**
   * The text in the language of the request, or as it is if there is no translation
   * (`TRANSLATIONS`): `request.translate('{count} copies are left.', { count })`.
   *
   * @param text in English; the key of the translation.
   * @param values what stands in its places, by name.
   */
  translate(text: string, values?: MessageValues): string {
    return this.translator?.translate(text, values) ?? fill(text, values)
  }

  /** The translator into the language. Null if the texts are those in the code. */
  get translator(): Translator | null {
    const { languages } = this.options
    return languages?.translator(this.language) ?? null
  }

  /** Waits until the body is received, so that the handler need not. For the dispatch. */
  receiveBody(): Promise<void> {
    return this.options.body.receive()
  }

  /** False: the body was requested, but nothing has awaited the promise yet. */
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
