/**
 * Scenarios that are not yet expected to pass, by name with the reason. The list may only shrink: one
 * that passes all the same is an error until it is taken off.
 */
export const expectedFailures: Readonly<Record<string, string>> = {}
