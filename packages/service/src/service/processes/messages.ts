/**
 * The message of a worker to the primary process, sent once: it listens, or why it cannot start.
 */
export type Report =
  | { readonly state: 'ready'; readonly url: string; readonly port: number }
  | { readonly state: 'failed'; readonly reason: string }

/**
 * A message of the primary process to a worker. `stop`: the whole service stops, and the load
 * balancer must notice. `retire`: another worker has taken its place.
 */
export type Order = 'stop' | 'retire'

export function isReport(message: unknown): message is Report {
  const state = typeof message === 'object' && message !== null && 'state' in message
  return state && (message.state === 'ready' || message.state === 'failed')
}

export const isOrder = (message: unknown): message is Order =>
  message === 'stop' || message === 'retire'
