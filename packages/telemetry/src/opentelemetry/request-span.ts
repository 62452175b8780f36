import type { Environment } from 'turnpike'
import {
  type Answer,
  type Answering,
  bothWatches,
  type IncomingRequest,
  whenComplete,
} from 'turnpike/kit'
import { type Context, type Getter, internal, type Span, type StartOptions, server } from './api.ts'
import { attributesOf, methodOf } from './request-attributes.ts'
import { RequestSpan, type RequestSpanOptions } from './request-watch.ts'
import type { Tracing } from './tracing.ts'

/** Answers each request within a span. */
export function spansOfRequests<E extends Environment>(
  answering: Answering<E>,
  tracing: Tracing,
  options: RequestSpanOptions,
): Answering<E> {
  return (request, environment) => {
    const { span, parent } = begin(tracing, request, options)
    if (span === null) return answering(request, environment)

    const followed = new RequestSpan(tracing, span, request, environment, options)
    const watched = {
      ...environment,
      watch: bothWatches(environment.watch, followed),
      onRequest: followed.onRequest,
    }
    const finish = (answer: Answer): Answer =>
      whenComplete(answer, (how) => followed.end(answer.status, how))
    const fail = (error: unknown): never => {
      followed.failed(error)
      followed.end(500, {})
      throw error
    }
    try {
      const answer = tracing.within(span, parent, () => answering(request, watched))
      return answer instanceof Promise ? answer.then(finish, fail) : finish(answer)
    } catch (error) {
      return fail(error)
    }
  }
}

/** Begins the span of a request; null if the tracer has failed. */
function begin(
  tracing: Tracing,
  request: IncomingRequest,
  { newTraces }: RequestSpanOptions,
): { span: Span | null; parent: Context | null } {
  const { trace, context, propagation } = tracing.api
  // Another instrumentation may have begun a span of the server: this is then a part of it.
  const isInner = tracing.isRecorded
  const parent = tracing.attempt(
    () =>
      isInner ? context.active() : propagation.extract(context.active(), request.headers, getter),
    null,
  )
  const sent = parent && tracing.attempt(() => trace.getSpan(parent)?.spanContext(), undefined)
  const beginning =
    newTraces && !isInner ? { root: true, ...(sent && { links: [{ context: sent }] }) } : {}
  const options: StartOptions = {
    kind: isInner ? internal : server,
    attributes: attributesOf(request),
    ...beginning,
  }
  return { span: tracing.start(methodOf(request), options, parent ?? undefined), parent }
}

const getter: Getter<IncomingRequest['headers']> = {
  get: (headers, name) => headers.get(name) ?? undefined,
  keys: (headers) => [...headers].map(([name]) => name),
}
