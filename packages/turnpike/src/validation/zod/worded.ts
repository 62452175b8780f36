import type * as core from 'zod/v4/core'
import { isOf } from './is-of.ts'
import { messageOf } from './zod-message.ts'

/**
 * The issue with its message: of the author of the schema, otherwise Turnpike's. The first one
 * counts: of the issue, of what found it, of the schema that this is a check of.
 */
export function worded(issue: core.$ZodRawIssue): core.$ZodIssue {
  const { inst, schema, continue: _, ...others } = issue as Found
  // A schema that is not a check has found the issue by itself.
  const owner = isOf(inst, '$ZodType') && !isOf(inst, '$ZodCheck') ? undefined : schema
  const message =
    issue.message ||
    (own(inst, issue) ??
      (owner === inst ? undefined : own(owner, issue)) ??
      messageOf(issue).message)
  return { ...others, path: issue.path ?? [], message } as core.$ZodIssue
}

type Found = core.$ZodRawIssue & { inst?: Author; schema?: Author }

/** A schema or a check, which may have a message of its author. */
interface Author {
  _zod: { def: { error?: core.$ZodErrorMap | undefined } }
}

function own(author: Author | undefined, issue: core.$ZodRawIssue): string | undefined {
  const message = author?._zod.def.error?.(issue as never)
  return typeof message === 'string' ? message : message?.message
}
