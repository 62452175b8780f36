/**
 * Creates an exception without a stack trace. Recording one takes longer than the rest of a denial,
 * and nobody reads where the framework denied a request: the response says it all.
 */
export function withoutStack<Exception extends Error>(make: () => Exception): Exception {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return make()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}
