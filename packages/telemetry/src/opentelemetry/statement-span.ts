import type { WatchedStatement } from 'turnpike/kit'
import { client, failed, type Span } from './api.ts'
import { describeSql } from './described-sql.ts'
import { typeOf } from './failures.ts'
import type { Tracing } from './tracing.ts'

/**
 * Runs a statement as a span within that of the current work. What is done outside of any trace,
 * such as maintenance, begins none.
 */
export function followStatement<Result>(
  tracing: Tracing,
  { system, sql }: WatchedStatement,
  run: () => Promise<Result>,
): Promise<Result> {
  if (!tracing.isRecorded) return run()
  const { text, operation, table } = describeSql(sql)
  const summary = table === null ? operation : `${operation} ${table}`
  const span = tracing.start(summary, {
    kind: client,
    attributes: {
      'db.system.name': system,
      'db.operation.name': operation,
      'db.query.summary': summary,
      'db.query.text': text,
      ...(table !== null && { 'db.collection.name': table }),
    },
  })
  if (span === null) return run()
  return tracing.follow(span, run, (error) => {
    if (error !== undefined) describeFailure(span, error)
  })
}

/** Its class and the database's code only: its message may have values. */
function describeFailure(span: Span, error: unknown): void {
  const code = codeOf(error)
  span.setStatus({ code: failed })
  span.setAttribute('error.type', code ?? typeOf(error) ?? '_OTHER')
  if (code !== undefined) span.setAttribute('db.response.status_code', code)
}

/** The code of the driver: `23505`, `SQLITE_BUSY`. It may be the cause of ours. */
function codeOf(error: unknown): string | undefined {
  for (let part = error; part instanceof Error; part = part.cause) {
    if ('code' in part && typeof part.code === 'string' && /^[\w-]{1,64}$/.test(part.code)) {
      return part.code
    }
  }
  return undefined
}
