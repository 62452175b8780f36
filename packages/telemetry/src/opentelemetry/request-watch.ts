import { ApiException, type ApiRequest, type Environment } from 'turnpike'
import {
  fieldOf,
  type IncomingRequest,
  knownMethod,
  type RequestWatch,
  type StepName,
} from 'turnpike/kit'
import { type Attributes, failed, internal, type Span } from './api.ts'
import { isDefect, typeOf } from './failures.ts'
import { methodOf } from './request-attributes.ts'
import type { RequestMeter } from './request-meter.ts'
import type { Tracing } from './tracing.ts'

/** The arguments of `openTelemetry()`. */
export interface RequestSpanOptions {
  readonly newTraces: boolean
  readonly userIds: boolean
  readonly meter: RequestMeter | null
}

/** The span of one request, and those of its steps. */
export class RequestSpan implements RequestWatch {
  readonly traceId: string | null
  readonly #tracing: Tracing
  readonly #span: Span
  readonly #isRecording: boolean
  readonly #request: IncomingRequest
  readonly #environment: Environment
  readonly #options: RequestSpanOptions
  readonly #began = performance.now()
  readonly #active: Attributes
  #route: string | undefined
  #error: unknown
  #seen: ApiRequest | null = null

  constructor(
    tracing: Tracing,
    span: Span,
    request: IncomingRequest,
    environment: Environment,
    options: RequestSpanOptions,
  ) {
    const traceId = tracing.attempt(() => span.spanContext().traceId, '')
    this.traceId = /[^0]/.test(traceId) ? traceId : null
    this.#tracing = tracing
    this.#span = span
    this.#isRecording = tracing.attempt(() => span.isRecording(), false)
    this.#request = request
    this.#environment = environment
    this.#options = options
    this.#active = {
      'http.request.method': knownMethod(request.method),
      'url.scheme': request.scheme,
    }
    options.meter?.active(1, this.#active)
  }

  readonly onRequest = (shown: ApiRequest): void => {
    this.#seen = shown
    this.#environment.onRequest?.(shown)
  }

  route(path: string): void {
    this.#route = path
    this.#tracing.attempt(() => {
      this.#span.updateName(`${methodOf(this.#request)} ${path}`)
      this.#span.setAttribute('http.route', path)
    }, undefined)
  }

  step<Result>(name: StepName, run: () => Result): Result {
    const span = this.#isRecording ? this.#tracing.start(name, { kind: internal }) : null
    if (span === null) return run()
    return this.#tracing.follow(span, run, (error) => {
      if (isDefect(error)) span.setStatus({ code: failed })
    })
  }

  denied(permission: string): void {
    this.#set({ 'turnpike.permission': permission })
  }

  failed(error: unknown): void {
    this.#error = error
  }

  /** @param how how the answer was completed. */
  end(
    status: number,
    { error, isCancelled = false }: { error?: unknown; isCancelled?: boolean },
  ): void {
    const isFailed = status >= 500 || error !== undefined
    const cause = error ?? this.#error
    const type = isFailed ? { 'error.type': typeOf(cause) ?? `${status}` } : {}
    this.#set({
      'http.response.status_code': status,
      ...type,
      ...this.#senderOf(),
      ...(cause instanceof ApiException &&
        typeof cause.codes === 'string' && { 'turnpike.code': cause.codes }),
      ...((isCancelled || this.#request.isAborted) && { 'turnpike.aborted': true }),
    })
    this.#tracing.attempt(() => {
      if (isFailed) {
        if (cause instanceof Error) this.#span.recordException(cause)
        this.#span.setStatus({ code: failed })
      }
      this.#span.end()
    }, undefined)
    this.#options.meter?.active(-1, this.#active)
    this.#options.meter?.duration((performance.now() - this.#began) / 1000, {
      ...this.#active,
      'http.response.status_code': status,
      ...(this.#route !== undefined && { 'http.route': this.#route }),
      ...type,
    })
  }

  #senderOf(): Attributes {
    const seen = this.#seen
    const client = seen?.client.address ?? this.#environment.connection?.address ?? null
    const pk = this.#options.userIds && seen?.isIdentified ? fieldOf(seen.user, 'pk') : undefined
    return {
      ...(client !== null && { 'client.address': client }),
      ...(seen?.scheme != null && { 'turnpike.scheme': seen.scheme }),
      ...(pk !== undefined && { 'enduser.id': String(pk) }),
    }
  }

  #set(attributes: Attributes): void {
    this.#tracing.attempt(() => {
      for (const [name, value] of Object.entries(attributes)) this.#span.setAttribute(name, value)
    }, undefined)
  }
}
