import type { CompiledQuery, QueryExecutor, QueryResult } from 'kysely'
import { mark } from 'turnpike/kit'

/**
 * Executes a statement that is in no transaction, on the database itself or elsewhere.
 *
 * @param usual executes it on the database itself.
 * @param isDirect whether it may take the short way: see `giveDirectWay`.
 */
export type Route = (
  query: CompiledQuery,
  usual: () => Promise<QueryResult<unknown>>,
  isDirect: boolean,
) => Promise<QueryResult<unknown>>

const routes = mark<QueryExecutor, Route>()

/** The route of the statements of an executor; undefined if all go to its database. */
export const routeOf = (executor: QueryExecutor): Route | undefined => routes.get(executor)

/**
 * Lets an executor send its statements by a route, in place. Statements that can be aborted take
 * the usual way.
 *
 * @param isAlone whether the current work is in no transaction. Default always.
 */
export function giveRoute(
  executor: QueryExecutor,
  route: Route,
  isAlone: () => boolean = () => true,
): void {
  const usual = executor.executeQuery.bind(executor)
  executor.executeQuery = <Row>(...[query, options]: Parameters<typeof usual>) => {
    const atDatabase = () => usual<Row>(query as CompiledQuery<Row>, options)
    return options?.signal === undefined && isAlone()
      ? (route(query, atDatabase, false) as Promise<QueryResult<Row>>)
      : atDatabase()
  }
  routes.set(executor, route)
}
