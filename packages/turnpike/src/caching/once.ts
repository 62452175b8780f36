/**
 * A function that makes its result when it is first called. What is made so, such as a schema of
 * zod, does not come with a module that nobody uses it of.
 */
export /* @__NO_SIDE_EFFECTS__ */ function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined
  return () => {
    made ??= { result: make() }
    return made.result
  }
}
