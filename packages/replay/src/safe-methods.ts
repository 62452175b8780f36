/** Methods that change nothing (RFC 9110 §9.2.1). TRACE is one, and no service answers it. */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
