import type { StandardSchemaV1 } from '@standard-schema/spec'
import { ErrorMessage } from '../errors/error-detail.ts'
import type { Checked, Fault } from './faults.ts'
import { messages } from './messages.ts'
import { isObject, valueAt } from './values.ts'

/**
 * Validates data with a schema of another library. Its messages are reported unchanged with the
 * code `invalid`, except that absent fields and null get the usual messages.
 */
export async function checkStandard(schema: StandardSchemaV1, data: unknown): Promise<Checked> {
  const result = await schema['~standard'].validate(data)
  if (!result.issues) return { output: result.value }
  return { faults: result.issues.map((issue) => faultOf(issue, data)) }
}

function faultOf(issue: StandardSchemaV1.Issue, data: unknown): Fault {
  const path = (issue.path ?? []).map((step) => (typeof step === 'object' ? step.key : step))
  return {
    path,
    message: absenceAt(path, data) ?? new ErrorMessage(issue.message, 'invalid'),
    isOfObject: isObject(valueAt(data, path)),
  }
}

/** The interface has no codes: a lookup of the path in the data shows what is missing. */
function absenceAt(path: readonly PropertyKey[], data: unknown): ErrorMessage | null {
  const value = valueAt(data, path)
  if (value === null) return messages.null
  const isField = isObject(valueAt(data, path.slice(0, -1)))
  return value === undefined && isField ? messages.required : null
}
