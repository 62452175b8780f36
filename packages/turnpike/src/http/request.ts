import type { ReadReplicas } from '../items/read-replicas.ts'
import { HttpRequest, type HttpRequestOptions } from './http-request.ts'
import type { IncomingRequest } from './incoming-request.ts'

/** Who sent a request, and with which credentials. */
export interface Sender<CurrentUser = unknown, Credentials = unknown> {
  readonly user: CurrentUser
  readonly auth: Credentials
  /** The id of the credentials, which is not a secret. Default none. */
  readonly credential?: string
}

/** A request, who sent it and with which credentials. */
export class ApiRequest<
  CurrentUser = unknown,
  Credentials = unknown,
  Transaction = unknown,
> extends HttpRequest {
  #transaction: Transaction | undefined
  #sender: Sender<CurrentUser, Credentials>
  #scheme: string | null
  #parent: unknown = null

  /** @param scheme the name of the scheme that authenticated the sender; null for none. */
  constructor(
    incoming: IncomingRequest,
    options: HttpRequestOptions,
    sender: Sender<CurrentUser, Credentials>,
    scheme: string | null = null,
  ) {
    super(incoming, options)
    this.#sender = sender
    this.#scheme = scheme
  }

  /**
   * Who sent the request: the user from the first successful scheme, otherwise
   * `UNAUTHENTICATED_USER`. Also the latter when the request fails before or in its schemes.
   */
  get user(): CurrentUser {
    return this.#sender.user
  }

  /** The credentials from the first successful scheme, otherwise `UNAUTHENTICATED_TOKEN`. */
  get auth(): Credentials {
    return this.#sender.auth
  }

  /** The name of the scheme that authenticated the request: `token`. Null when none did. */
  get scheme(): string | null {
    return this.#scheme
  }

  /** The id of the credentials, for logs: no secret. Null when the scheme gives none. */
  get credential(): string | null {
    return this.#sender.credential ?? null
  }

  override get language(): string {
    const { languages } = this.options
    return (this.isIdentified && languages?.ofUser(this.user)) || super.language
  }

  /** The replicas that its view may read. Null without any. For the checks of its access. */
  get readReplicas(): ReadReplicas | null {
    return this.options.readReplicas ?? null
  }

  /** Whether a scheme has authenticated the request. */
  get isIdentified(): boolean {
    return this.#scheme !== null
  }

  /**
   * The transaction of the request, in which its own statements are executed:
   * `request.transaction.insertInto('note')`. It is that of the setting `TRANSACTIONS`.
   *
   * @throws Error when the request has none: its view is not atomic, or it is a GET, HEAD, OPTIONS
   *   or TRACE.
   */
  get transaction(): Transaction {
    if (this.#transaction !== undefined) return this.#transaction
    throw new Error(
      `${this.method} ${this.path} has no transaction: set ATOMIC_REQUESTS, or atomic of its view, to ` +
        'true. Requests with GET, HEAD, OPTIONS or TRACE never have one.',
    )
  }

  /** Whether it has a transaction. */
  get isInTransaction(): boolean {
    return this.#transaction !== undefined
  }

  /** Sets the transaction. For the dispatch. */
  enter(transaction: Transaction): void {
    this.#transaction = transaction
  }

  /**
   * The parent item of a list or detail view with the option `parent`, when it has been found; null
   * in other views.
   */
  get parent(): unknown {
    return this.#parent
  }

  /** Sets the parent item. For the views with a parent. */
  placeUnder(parent: unknown): void {
    this.#parent = parent
  }

  /** Sets the sender and the scheme that authenticated them. For the dispatch. */
  identify(sender: Sender<CurrentUser, Credentials>, scheme: string): void {
    this.#sender = sender
    this.#scheme = scheme
  }

  /**
   * A GET by the same sender with the parameters of another route, to read what pages link. Its
   * path is still that of this request.
   */
  forRoute(params: HttpRequest['params']): ApiRequest<CurrentUser, Credentials, Transaction> {
    const options = { ...this.options, method: 'GET', params, id: this.id }
    return new ApiRequest(this.incoming, options, this.#sender, this.#scheme)
  }

  /** The same request with another method, to check what its sender may do. */
  withMethod(method: string): ApiRequest<CurrentUser, Credentials, Transaction> {
    const options = { ...this.options, method, id: this.id }
    const request = new ApiRequest<CurrentUser, Credentials, Transaction>(
      this.incoming,
      options,
      this.#sender,
      this.#scheme,
    )
    request.#transaction = this.#transaction
    request.#parent = this.#parent
    return request
  }
}
