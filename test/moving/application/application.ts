import type { Kysely } from 'kysely'
import { routes } from 'turnpike'
import { accountsOf } from './accounts.ts'
import { authorViews } from './authors.ts'
import { bookViews } from './books.ts'
import { loanViews } from './loans.ts'
import { peopleViews } from './people.ts'
import { newApi } from './settings.ts'
import { storedValues } from './stored-values.ts'
import type { Tables } from './tables.ts'

/** The views over the database of Django. */
export function application(db: Kysely<Tables>, secretKey: string) {
  const django = accountsOf(db, secretKey)
  const context = { api: newApi(django), db, django, stored: storedValues(db) }
  return routes(context.api, {
    ...authorViews(context),
    ...bookViews(context),
    ...loanViews(context),
    ...peopleViews(context),
  })
}
