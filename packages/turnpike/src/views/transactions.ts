import { ConfigurationError } from '../errors/configuration-error.ts'
import type { Transactions } from '../items/item-store.ts'
import { requireValid } from '../rules/rule.ts'
import { trueOrFalse } from '../rules/text.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import type { ViewOptions } from './view.ts'

/**
 * Where the transactions of a view come from; null when it has none.
 *
 * @throws ConfigurationError when it should have some, but there is no source of them.
 */
export function transactionsOf(
  { name = 'View', atomic }: ViewOptions,
  { ATOMIC_REQUESTS, TRANSACTIONS }: ResolvedSettings,
): Transactions | null {
  if (atomic !== undefined) requireValid(`atomic of the view ${name}`, trueOrFalse, atomic)
  if (!(atomic ?? ATOMIC_REQUESTS)) return null
  if (TRANSACTIONS !== null) return TRANSACTIONS

  const wish = atomic === undefined ? 'ATOMIC_REQUESTS is true' : `The view ${name} is atomic`
  throw new ConfigurationError(
    `${wish}, but nothing opens transactions: set TRANSACTIONS to kyselyTransactions(db) of ` +
      '@turnpike/sql. In defineService(), spread its settings: createApi({ ...settings }).',
  )
}
