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

/** Kysely's own plugins, which depend only on the query and the rows. */
const purePlugins: ReadonlySet<unknown> = new Set([
  CamelCasePlugin,
  DeduplicateJoinsPlugin,
  HandleEmptyInListsPlugin,
  ParseJSONResultsPlugin,
  SafeNullComparisonPlugin,
  WithSchemaPlugin,
])

/** Whether plugins give the same result for the same query and rows in every request. */
export const hasPurePlugins = (db: AnyDatabase): boolean => db.getExecutor().plugins.every(isPure)

/** A subclass may do anything. */
const isPure = (plugin: KyselyPlugin): boolean => purePlugins.has(plugin.constructor)
