import {
  CamelCasePlugin,
  DeduplicateJoinsPlugin,
  HandleEmptyInListsPlugin,
  type KyselyPlugin,
  ParseJSONResultsPlugin,
  SafeNullComparisonPlugin,
  WithSchemaPlugin,
} from 'kysely'
import type { AnyDatabase } from '../database.ts'

/** Kysely's own plugins, which look at nothing but the query and the rows. */
const purePlugins: ReadonlySet<unknown> = new Set([
  CamelCasePlugin,
  DeduplicateJoinsPlugin,
  HandleEmptyInListsPlugin,
  ParseJSONResultsPlugin,
  SafeNullComparisonPlugin,
  WithSchemaPlugin,
])

/** Whether plugins make the same of the same query, and of the same rows, for every request. */
export const hasPurePlugins = (db: AnyDatabase): boolean => db.getExecutor().plugins.every(isPure)

/** A subclass may do anything else. */
const isPure = (plugin: KyselyPlugin): boolean => purePlugins.has(plugin.constructor)
