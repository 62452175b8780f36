/** The secret of all tests that are not about secrets. */
export const secrets: readonly string[] = ['a secret that is the same for all tests']
