/**
 * Methods that change nothing (RFC 9110 §9.2.1), so that they may be sent to both services. TRACE
 * is one, and no service answers it: the list of the framework has it.
 */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
