import { ConfigurationError } from '../errors/configuration-error.ts'
import type { Transactions } from '../items/item-store.ts'
import { requireValid } from '../rules/rule.ts'
import { trueOrFalse } from '../rules/text.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import type { Idempotency } from './idempotency/idempotency.ts'
import type { ViewOptions } from './view.ts'

/**
 * Where the transactions of a view come from; null when it has none.
 *
 * @param idempotency if its keys are kept in transactions, it has them, too.
 *
 * @throws ConfigurationError when it should have some, but there is no source of them.
 */
export function transactionsOf(
  { name = 'View', atomic }: ViewOptions,
  { ATOMIC_REQUESTS, TRANSACTIONS }: ResolvedSettings,
  idempotency: Idempotency | null,
): Transactions | null {
  if (atomic !== undefined) requireValid(`atomic of the view ${name}`, trueOrFalse, atomic)
  const isAtomic = atomic ?? ATOMIC_REQUESTS
  const isKept = idempotency?.store.isTransactional ?? false
  if (!isAtomic && !isKept) return null
  if (TRANSACTIONS !== null) return TRANSACTIONS

  throw new ConfigurationError(
    `${wishOf(name, atomic, isAtomic)}, but nothing opens transactions: set TRANSACTIONS to kyselyTransactions(db) of ` +
      '@turnpike/sql. In defineService(), spread its settings: createApi({ ...settings }).',
  )
}

function wishOf(name: string, atomic: boolean | undefined, isAtomic: boolean): string {
  if (!isAtomic) return `The view ${name} is idempotent, and IDEMPOTENCY_STORE needs transactions`
  return atomic === undefined ? 'ATOMIC_REQUESTS is true' : `The view ${name} is atomic`
}
