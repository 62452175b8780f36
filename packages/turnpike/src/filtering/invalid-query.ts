import type { DetailInput } from '../errors/error-detail.ts'
import { ValidationError } from '../errors/exceptions.ts'
import { withoutStack } from '../errors/without-stack.ts'

/** The error of these parameters. */
export const invalidQuery = (errors: Iterable<readonly [string, DetailInput]>): ValidationError =>
  withoutStack(() => new ValidationError(Object.fromEntries(errors)))
