import type { KyselyPlugin, PluginTransformResultArgs, QueryResult, UnknownRow } from 'kysely'
import type { AnyDatabase } from '../../kysely/database.ts'
import type { Model } from '../models/model.ts'

/** A database whose rows have the names of a model's fields. Its queries name the columns. */
export const withFieldNames = (db: AnyDatabase, { columns }: Model): AnyDatabase =>
  db.withoutPlugins().withPlugin(new FieldNames(columns))

class FieldNames implements KyselyPlugin {
  readonly #fields: ReadonlyMap<string, string>

  constructor(columns: Model['columns']) {
    this.#fields = new Map(columns.map(({ column, field }) => [column, field]))
  }

  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const named = (row: UnknownRow): UnknownRow =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [this.#fields.get(name) ?? name, value]),
      )
    return { ...result, rows: result.rows.map(named) }
  }
}
