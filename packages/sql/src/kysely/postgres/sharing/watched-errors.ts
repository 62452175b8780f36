import { AsyncLocalStorage } from 'node:async_hooks'

const watchers = new AsyncLocalStorage<{ error: unknown }>()

/**
 * Does work of a library that sends its statements to a pool of `postgresPool`, and replaces the
 * library's error if it fails, because most libraries do not hand on the error of `pg`.
 *
 * @param replace gets the error of the last statement that has failed in the work; undefined if
 *   none has.
 */
export async function watchingErrors<Result>(
  work: () => Promise<Result>,
  replace: (libraryError: unknown, driverError: unknown) => unknown,
): Promise<Result> {
  const seen: { error: unknown } = { error: undefined }
  try {
    return await watchers.run(seen, work)
  } catch (error) {
    throw replace(error, seen.error)
  }
}

/** Called with the error of each statement. */
export function statementFailed(error: unknown): void {
  const seen = watchers.getStore()
  if (seen !== undefined) seen.error = error
}
