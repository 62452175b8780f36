import { digestOf } from '../session-record.ts'
import type { User } from '../user.ts'

/** What was taken back, or changed: a user, a session, an API key. */
export type RevocationSubject =
  | { readonly user: Pick<User, 'pk'> }
  /** The digest of its id, or the id. */
  | { readonly sessionDigest: string }
  | { readonly sessionId: string }
  | { readonly apiKey: { readonly id: string } }

/**
 * Reports a revocation to this process, so that open connections of its subject are checked again
 * at once (`watchIdentity`). Stores call it after a token, a session or an API key has ended, and
 * after a user has got another password, other rights or become inactive. Other processes do not
 * hear of it.
 */
export function reportRevocation(subject: RevocationSubject): void {
  if (listeners.size === 0) return
  for (const listener of [...(listeners.get(topicOf(subject)) ?? [])]) listener()
}

/** Calls the listener after revocations of the subjects. @returns a function that removes it. */
export function onRevocation(
  subjects: readonly RevocationSubject[],
  listener: () => void,
): () => void {
  const topics = subjects.map(topicOf)
  for (const topic of topics)
    listeners.set(topic, (listeners.get(topic) ?? new Set()).add(listener))
  return () => {
    for (const topic of topics) {
      const rest = listeners.get(topic)
      rest?.delete(listener)
      if (rest?.size === 0) listeners.delete(topic)
    }
  }
}

const listeners = new Map<string, Set<() => void>>()

function topicOf(subject: RevocationSubject): string {
  if ('user' in subject) return `user ${subject.user.pk}`
  if ('apiKey' in subject) return `key ${subject.apiKey.id}`
  return `session ${'sessionId' in subject ? digestOf(subject.sessionId) : subject.sessionDigest}`
}
