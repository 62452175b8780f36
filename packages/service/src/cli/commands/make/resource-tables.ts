import type { Application } from './application.ts'
import { all, withEnd, withEntry, withImported } from './edits.ts'
import type { Field } from './fields.ts'
import type { Name } from './names.ts'
import type { Change } from './plan.ts'
import {
  drizzleStoreText,
  drizzleTableText,
  kyselyStoreText,
  kyselyTableText,
  prismaModelText,
  prismaStoreText,
} from './texts/tables.ts'

/** Whether there is no file of stores, which only Kysely's can be made from nothing. */
export const hasNoStores = ({ orm, texts }: Application) =>
  orm === 'kysely' && texts.database === ''

const kyselyTable = (name: Name, fields: readonly Field[]): Change => ({
  path: 'src/tables.ts',
  edit: all(withEntry('export interface Tables', kyselyTableText(name, fields)), (text) =>
    text.includes('Generated') ? text : null,
  ),
  advice: `Add to the Tables of Kysely: ${oneLine(kyselyTableText(name, fields))}`,
})

/** The table as the ORM knows it, and its store. */
export function tables(application: Application, name: Name, fields: readonly Field[]): Change[] {
  const { orm, dialect } = application
  const storeAdvice = (call: string) =>
    `Export from src/database.ts: ${call.replaceAll(/\s+/g, ' ')}`
  if (orm === 'kysely' && hasNoStores(application)) return [kyselyTable(name, fields)]
  if (orm === 'kysely') {
    const store = kyselyStoreText(name)
    return [
      kyselyTable(name, fields),
      {
        path: 'src/database.ts',
        edit: withEnd(['import { kyselyStore', 'type { Context }'], `${store}\n`),
        advice: storeAdvice(store),
      },
    ]
  }
  if (orm === 'drizzle') {
    const store = drizzleStoreText(name)
    const table = drizzleTableText(name, fields, dialect)
    const module = { sqlite: 'sqlite-core', postgresql: 'pg-core' }[dialect]
    const builders = [...table.matchAll(/(?<![\w.])(\w+)\(/g)].map(([, builder = '']) => builder)
    return [
      {
        path: 'src/schema.ts',
        edit: all(withImported(builders, `drizzle-orm/${module}`), withEnd([], table)),
        advice: `Add to the tables of Drizzle: ${oneLine(table)}`,
      },
      {
        path: 'src/database.ts',
        edit: withEnd(['drizzleStore', 'const openDrizzle =', '* as schema'], `${store}\n`),
        advice: storeAdvice(store),
      },
    ]
  }
  const store = prismaStoreText(name)
  return [
    {
      path: 'prisma/schema.prisma',
      edit: withEnd(['generator client {', 'datasource db {'], prismaModelText(name, fields)),
      advice: `Add the model ${name.pascal} to the schema of Prisma, with the columns of the migration.`,
    },
    {
      path: 'src/database.ts',
      edit: withEnd(['prismaStore', 'const openPrisma ='], `${store}\n`),
      advice: storeAdvice(store),
    },
  ]
}

/** Entries of an interface need a semicolon between them there. */
const oneLine = (text: string) =>
  text
    .trim()
    .replaceAll(/([^{,(\n])\n\s*(?!\})/g, '$1; ')
    .replaceAll(/\s+/g, ' ')
