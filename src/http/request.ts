import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { CredentialBudget } from '../accounts/credential-budget.ts'
import type { ValidationError } from '../errors/exceptions.ts'
import { SuspiciousRequest } from '../errors/exceptions.ts'
import { type Client, type Connection, clientOf, type IsTrustedProxy } from './client.ts'
import { parseCookies } from './syntax/cookies.ts'
import { parseUrlEncoded } from './syntax/url-encoded.ts'

/**
 * A schema that says what valid data is: a zod schema, or any other with the Standard Schema
 * interface.
 */
export type Schema<Output = unknown> = StandardSchemaV1<unknown, Output>

/** The outcome of a validation that does not throw. */
export type Validated<Output> =
  | { readonly valid: true; readonly data: Output }
  | { readonly valid: false; readonly error: ValidationError }

export interface ValidateOptions {
  /**
   * True: absent fields are neither required nor filled with defaults, as PATCH needs. Default
   * false.
   */
  partial?: boolean
}

/** Reads the body of one request. The dispatch makes it from the view's parsers. */
export interface BodyReader {
  data(): Promise<unknown>
  data<Output>(schema: Schema<Output> | undefined): Promise<Output>
  validate<Output>(schema: Schema<Output>, options?: ValidateOptions): Promise<Validated<Output>>
  /** False: somebody has asked for the body, and nobody awaits the promise. */
  readonly isAwaited: boolean
}

export interface ApiRequestOptions {
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
}

/** What was written into a form of a page, to be shown again when it is refused. */
export interface SentForm {
  /** The body that was written as a text, or null when the form has fields. */
  readonly content: string | null
  readonly fields: URLSearchParams
}

/** A request before it is known who sends it: what a scheme sees. */
export type IncomingRequest = Omit<
  ApiRequest,
  'user' | 'auth' | 'scheme' | 'isIdentified' | 'identify'
>

/** A request, who sent it and with which credentials. */
export class ApiRequest<CurrentUser = unknown, Credentials = unknown> {
  /** The web request. Its body belongs to `data()`. */
  readonly raw: Request
  readonly method: string
  readonly headers: Headers
  readonly connection: Connection
  /** Values of the route's parameters: `/notes/:id/` gives `{ id: '7' }`. */
  readonly params: Readonly<Record<string, string>>

  /**
   * Who sent the request: what the first successful scheme said, else `UNAUTHENTICATED_USER`. So it
   * is also for whoever looks at a request that was refused before or by its schemes.
   */
  readonly user!: CurrentUser
  /** The credentials of the first successful scheme, else `UNAUTHENTICATED_TOKEN`. */
  readonly auth!: Credentials
  /** The name of the scheme that has authenticated the request: `token`. Null when none has. */
  readonly scheme: string | null = null

  /** The form of a page that the request stands for, or null. */
  readonly sentForm: SentForm | null

  readonly #options: ApiRequestOptions
  #query: URLSearchParams | undefined
  #client: Client | undefined
  #cookies: ReadonlyMap<string, string> | undefined

  constructor(raw: Request, options: ApiRequestOptions) {
    this.raw = raw
    this.method = raw.method
    this.headers = raw.headers
    this.connection = options.connection
    this.params = options.params
    this.sentForm = options.sentForm ?? null
    this.#options = options
  }

  /** Whether a scheme has authenticated the request. */
  get isIdentified(): boolean {
    return this.scheme !== null
  }

  /** The request's path as it was sent, percent-encoded. */
  get path(): string {
    const { url } = this.raw
    return url.slice(pathStart(url), pathEnd(url))
  }

  /**
   * Scheme, host, path and query under which the client reached the service. Scheme and host are
   * those of the setting `BASE_URL` when there is one, else the client's.
   */
  get url(): string {
    const { url } = this.raw
    return this.baseUrl + url.slice(pathStart(url))
  }

  /** The scheme and host of `url`, without a slash at the end. */
  get baseUrl(): string {
    const { scheme, host } = this.client
    return this.#options.baseUrl ?? `${scheme}://${host}`
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
    return this.#options.credentialBudget.attempt(this.client, username, check)
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
    this.#client ??= clientOf(this.raw, this.connection, this.#options.isTrustedProxy)
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
    if (!this.raw.url.includes('?')) return null
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
    return this.#options.body.data(schema)
  }

  /** Like `data(schema)`, but invalid data is a result and no exception. */
  validate<Output>(schema: Schema<Output>, options?: ValidateOptions): Promise<Validated<Output>> {
    return this.#options.body.validate(schema, options)
  }

  /** False: `data()` or `validate()` was called, and so far nobody awaits what it returned. */
  get isBodyAwaited(): boolean {
    return this.#options.body.isAwaited
  }

  /** The same request as if it had this method, to ask what its sender may do. */
  withMethod(method: string): ApiRequest<CurrentUser, Credentials> {
    const { user, auth, scheme } = this
    const other = new ApiRequest<CurrentUser, Credentials>(this.raw, this.#options)
    return Object.assign(other, { method, user, auth, scheme })
  }

  /**
   * Says who sent the request, and which scheme says so: null for nobody known. For the dispatch.
   */
  identify({ user, auth }: { user: CurrentUser; auth: Credentials }, scheme: string | null): void {
    Object.assign(this, { user, auth, scheme })
  }

  #readQuery(): URLSearchParams {
    const { url } = this.raw
    const start = url.indexOf('?')
    const { maxQueryParameters } = this.#options
    const query = parseUrlEncoded(start < 0 ? '' : url.slice(start + 1), maxQueryParameters)
    if (query === null) {
      throw new SuspiciousRequest(`The query has more than ${maxQueryParameters} parameters.`)
    }
    return query
  }
}

const pathStart = (url: string) => url.indexOf('/', url.indexOf('://') + 3)

function pathEnd(url: string): number {
  const end = url.indexOf('?')
  return end < 0 ? url.length : end
}
