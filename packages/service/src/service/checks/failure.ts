/** The error as a sentence; for an outage the driver's message, which clients do not see. */
export function failureText(error: unknown): string {
  const { message, reason } = error as Error & { reason?: string }
  return `${(reason ?? message ?? String(error)).replace(/\.$/, '')}.`
}

/** Why it fails; null when it succeeds. */
export const failureOf = (read: () => Promise<unknown>): Promise<string | null> =>
  read().then(() => null, failureText)
