/** What every pair of an ORM and a database is put to: the columns of the table. @module */
import type { Suite } from '../suite.ts'
import { caches } from './caches.ts'
import { compositeKeys, lists, stores } from './contracts.ts'
import { counted } from './counted.ts'
import { counts } from './counts.ts'
import { cursors } from './cursors.ts'
import { filters } from './filters.ts'
import { fullText } from './full-text.ts'
import { outages } from './outages.ts'
import { transactions } from './transactions.ts'
import { violations } from './violations.ts'

export const suites: readonly Suite[] = [
  ...[lists, stores, compositeKeys, cursors, counts, filters, fullText],
  ...[violations, outages, transactions, counted, caches],
]
