/**
 * An exception without its stack: to record one takes longer than the rest of a refusal, and nobody
 * reads where the framework has refused a request that is answered with what the exception says.
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
