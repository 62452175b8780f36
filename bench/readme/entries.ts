import type { Database } from './results.ts'

/** An entry that README.md has, and what it calls it. */
export type Shown = readonly [entry: string, label: string]

/** By what README.md calls the database. The first one is what the others are compared with. */
export const shownEntries: Readonly<Record<Database, readonly Shown[]>> = {
  SQLite: [
    ['raw', 'bare `node:http`'],
    ['fastify', 'Fastify 5 by hand'],
    ['nest', 'NestJS 12 by hand'],
    ['adonis', 'AdonisJS 7'],
    ['reference', 'Django REST framework'],
    ['turnpike', 'Turnpike'],
  ],
  PostgreSQL: [
    ['raw-postgres', 'bare `node:http`'],
    ['fastify-postgres', 'Fastify 5 by hand'],
    ['turnpike-postgres', 'Turnpike'],
  ],
}
