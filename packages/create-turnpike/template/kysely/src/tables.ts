import type { Generated } from 'kysely'

/** Rows as the database has them. `Generated`: the database fills it in. */
export interface Tables {
  note: {
    id: Generated<number>
    owner: number
    title: string
    body: string
    created: string
  }
}
