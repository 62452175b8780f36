import { channel } from 'node:diagnostics_channel'
import { type ApiRequest, type Caller, callerOf } from 'turnpike'

/** A request that has been answered, for subscribers of the channel `turnpike:request`. */
export interface AnsweredRequest {
  readonly requestId: string
  readonly method: string
  /** Without the query, which may contain secrets. Cut off after 1000 characters. */
  readonly path: string
  readonly status: number
  /** Milliseconds until there was an answer. */
  readonly durationMs: number
  /** Null if the caller is anonymous, or no view was reached. */
  readonly caller: Caller | null
  /** The request as its view saw it. Null if no view was reached. */
  readonly request: ApiRequest | null
}

const answered = channel('turnpike:request')

/** Whether anybody listens. Without subscribers nothing is measured or made. */
export const isFollowed = (): boolean => answered.hasSubscribers

/** Gives the request to the subscribers, in the asynchronous context of the request. */
export function publish(request: Omit<AnsweredRequest, 'caller'>): void {
  const message: AnsweredRequest = {
    ...request,
    caller: request.request === null ? null : callerOf(request.request),
  }
  answered.publish(message)
}
