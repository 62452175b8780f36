import type { CompiledQuery, QueryExecutor, QueryResult } from 'kysely'
import { mark } from 'turnpike/kit'

/** Executes a statement by itself, on any connection of a database. */
export type DirectWay = (query: CompiledQuery) => Promise<QueryResult<unknown>>

const ways = mark<QueryExecutor, { readonly way: DirectWay; isAlone(): boolean }>()

/** The short way of an executor; undefined if it has none. */
export const directWayOf = (executor: QueryExecutor): DirectWay | undefined =>
  ways.get(executor)?.way

/** Whether the current work takes the short way of an executor. */
export const takesDirectWay = (executor: QueryExecutor): boolean =>
  ways.get(executor)?.isAlone() === true

/**
 * Gives an executor without plugins a short way to its database, in place, as Kysely does for its
 * log. It goes around the executor, the connection provider and the driver, which would wait for
 * some ten promises. Transactions, connections that are held, plugins and statements that can be
 * aborted take the usual way.
 *
 * @param isAlone whether the current work is in no transaction. Default always.
 */
export function giveDirectWay(
  executor: QueryExecutor,
  way: DirectWay,
  isAlone: () => boolean = () => true,
): void {
  const usual = executor.executeQuery.bind(executor)
  executor.executeQuery = <Row>(...[query, options]: Parameters<typeof usual>) =>
    options?.signal === undefined && isAlone()
      ? (way(query) as Promise<QueryResult<Row>>)
      : usual<Row>(query as CompiledQuery<Row>, options)
  // It has none, and another executor would not have the short way.
  executor.withoutPlugins = () => executor
  ways.set(executor, { way, isAlone })
}
