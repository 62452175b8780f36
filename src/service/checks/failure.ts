/** What went wrong, as a sentence: of an outage what the driver says, which clients do not see. */
export function failureText(error: unknown): string {
  const { message, reason } = error as Error & { reason?: string }
  return `${(reason ?? message ?? String(error)).replace(/\.$/, '')}.`
}

/** Why it fails, or null when it does not. */
export const failureOf = (read: () => Promise<unknown>): Promise<string | null> =>
  read().then(() => null, failureText)
