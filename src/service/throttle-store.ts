import { ConfigurationError } from '../errors/configuration-error.ts'
import type { AnyDatabase } from '../kysely/database.ts'
import { kyselyThrottleStore } from '../kysely/throttle-store.ts'
import type { ThrottleStore } from '../throttling/throttle-store.ts'
import type { Config } from './config.ts'
import { withoutPassword } from './url-without-password.ts'

/** A throttle store with what it holds open. */
export interface OpenThrottleStore {
  /** Null: the application's own, which by default counts in the memory of the process. */
  readonly store: ThrottleStore | null
  close(): Promise<void>
}

/**
 * The throttle store that `THROTTLE_STORE_URL` names: `memory`, or `database`, where the service keeps
 * everything else.
 *
 * @throws ConfigurationError when the URL has no supported form.
 */
export async function openThrottleStore(
  { throttleStoreUrl: url }: Pick<Config, 'throttleStoreUrl'>,
  db: AnyDatabase,
): Promise<OpenThrottleStore> {
  if (url === 'memory') return { store: null, close: async () => {} }
  if (url === 'database') return { store: kyselyThrottleStore(db), close: async () => {} }

  throw new ConfigurationError(
    `THROTTLE_STORE_URL is ${withoutPassword(url)}, which has no form that is supported. Write ` +
      'memory, where each process counts for itself, or database, where all of them count together.',
  )
}
