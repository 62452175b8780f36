import type * as core from 'zod/v4/core'
import { ErrorMessage } from '../../errors/error-detail.ts'
import type { Checked, Fault } from '../faults.ts'
import { isObject, valueAt } from '../values.ts'
import { prepare } from './prepare.ts'
import { worded } from './worded.ts'
import { messageOf } from './zod-message.ts'

/** Validates the data with a zod schema. */
export async function checkZod(schema: core.$ZodType, data: unknown): Promise<Checked> {
  // As `safeParseAsync` does, but without a ZodError, which takes longer than the parsing.
  const running = prepare(schema)._zod.run({ value: data, issues: [] }, context)
  const { value, issues } = running instanceof Promise ? await running : running
  if (issues.length === 0) return { output: value }

  const faults: Fault[] = []
  for (const issue of issues) {
    faults.push(...faultsOf(worded(issue), data))
  }
  return { faults }
}

/** zod asks for a message only when the author of the schema has set none. */
const context: core.ParseContextInternal<core.$ZodIssue> = {
  error: (issue) => messageOf(issue).message,
  reportInput: true,
  async: true,
}

/** Maximum number of unknown keys reported for one object. */
const maxUnknownKeys = 100

function faultsOf(issue: core.$ZodIssue, data: unknown): Fault[] {
  const message = reportOf(issue)
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys
        .slice(0, maxUnknownKeys)
        .map((key) => ({ path: [...issue.path, key], message }))
    case 'invalid_key':
    case 'invalid_element':
      return faultsInside(issue.issues, issue, data)
    case 'invalid_union': {
      const closest = isOurs(issue) ? closestOption(issue) : undefined
      return closest ? faultsInside(closest, issue, data) : [{ path: issue.path, message }]
    }
    default: {
      const kind = { isOfObject: isOfObject(issue, data), isAlone: isAlone(issue, message) }
      return [{ path: issue.path, message, ...kind }]
    }
  }
}

const faultsInside = (issues: readonly core.$ZodIssue[], outer: core.$ZodIssue, data: unknown) =>
  issues.flatMap((issue) => faultsOf({ ...issue, path: [...outer.path, ...issue.path] }, data))

/** The text is the author's, if set; the code names the violated rule. */
function reportOf(issue: core.$ZodIssue): ErrorMessage {
  const own = messageOf(issue)
  if (issue.code !== 'custom' && issue.message === own.message) return own
  const code = issue.code === 'custom' ? issue.params?.code : undefined
  return new ErrorMessage(issue.message, typeof code === 'string' ? code : own.code)
}

const isOurs = (issue: core.$ZodIssue) => issue.message === messageOf(issue).message

/** The option of a union to report: the right kind of value with faults inside, or a choice. */
const closestOption = ({ errors }: core.$ZodIssueInvalidUnion) =>
  errors.find((issues) => issues.every(({ path }) => path.length > 0)) ??
  (errors.flat().every(({ code }) => code === 'invalid_value') ? errors[0] : undefined)

/** Whether the issue is about an object as such, which may itself be the value of a field. */
function isOfObject(issue: core.$ZodIssue, data: unknown): boolean {
  if (issue.code === 'custom') {
    return !isRefusedByField(issue) && isObject(valueAt(data, issue.path))
  }
  const isMissing = issue.input === undefined || issue.input === null
  return issue.code === 'invalid_type' && !isMissing && objectTypes.has(issue.expected)
}

/** zod also checks the length of a list when it expected a string. */
const isAlone = (issue: core.$ZodIssue, { code }: ErrorMessage): boolean =>
  issue.code === 'invalid_type' || isRefusedByField(issue) || code === 'blank' || code === 'empty'

/** Whether a Turnpike field could not convert the value at all. */
const isRefusedByField = (issue: core.$ZodIssue): boolean =>
  issue.code === 'custom' && issue.params?.isOfField === true

const objectTypes: ReadonlySet<string> = new Set(['object', 'record', 'map'])
