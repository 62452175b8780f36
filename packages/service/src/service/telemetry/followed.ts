import { type AnyDatabase, watchStatements } from '@turnpike/sql'
import { statementsOf } from '@turnpike/sql/internal/kysely/statements/watch-statements'
import {
  answeringOf,
  type StatementWatch,
  type Telemetry,
  type TraceIds,
  webApp,
} from 'turnpike/kit'
import type { ServiceAnswering } from '../service-app.ts'

/** The answering with all that follows its requests, the first one outermost. */
export const followRequests = (
  answering: ServiceAnswering,
  telemetry: readonly Telemetry[],
): ServiceAnswering =>
  telemetry.reduceRight((inner, each) => answeringOf(each.around(webApp(inner))), answering)

/** Follows the statements of a database by all that can. */
export function followStatements(db: AnyDatabase, telemetry: readonly Telemetry[]): void {
  const watches = telemetry.filter(
    (each): each is Telemetry & StatementWatch => 'statement' in each,
  )
  if (watches.length === 0 || statementsOf(db) === undefined) return
  watchStatements(db, {
    statement: (statement, run) =>
      watches.reduceRight((inner, watch) => () => watch.statement(statement, inner), run)(),
  })
}

/** The first trace that the current work belongs to. */
export function currentTraceOf(telemetry: readonly Telemetry[]): () => TraceIds | null {
  const known = telemetry.flatMap(({ currentTrace }) => (currentTrace ? [currentTrace] : []))
  return () => {
    for (const currentTrace of known) {
      const trace = currentTrace()
      if (trace !== null) return trace
    }
    return null
  }
}
