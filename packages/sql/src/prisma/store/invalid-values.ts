import type { AnyRow } from '../../kysely/database.ts'
import { type Reason, refuseFields } from '../../kysely/violations/refusals.ts'
import type { Model, ModelColumn } from '../models/model.ts'

/**
 * Rejects numbers that Prisma would round, and those that no column of their type has.
 *
 * @throws ValidationError with the fields.
 */
export function requireFit(model: Model, values: AnyRow): void {
  const unfit = model.columns.filter((column) => !fits(column, values[column.field]))
  if (unfit.length === 0) return
  throw refuseFields(
    'unfit',
    unfit.map(({ field }) => field),
  )
}

function fits({ type, isEnum }: ModelColumn, value: unknown): boolean {
  const isWhole = !isEnum && (type === 'Int' || type === 'BigInt')
  if (!isWhole || (typeof value !== 'number' && typeof value !== 'bigint')) return true
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return false
  return type === 'Int' ? BigInt.asIntN(32, BigInt(value)) === BigInt(value) : isInt64(value)
}

const isInt64 = (value: number | bigint): boolean =>
  BigInt.asIntN(64, BigInt(value)) === BigInt(value)

/**
 * The ValidationError for values that Prisma itself rejects before it sends a statement; null for
 * any other error, such as an argument that does not exist.
 */
export function refusedByPrisma(model: Model, error: unknown): Error | null {
  if (!(error instanceof Error) || error.name !== 'PrismaClientValidationError') return null
  for (const [pattern, reason] of refusals) {
    const field = pattern.exec(error.message)?.[1]
    const column = model.columns.find((other) => other.field === field)
    if (column !== undefined) return refuseFields(reason, [column.field], { cause: error })
  }
  return null
}

/** The last sentence of Prisma's message. */
const refusals: readonly (readonly [RegExp, Reason])[] = [
  [/\nArgument `(\w+)` (?:must not be null|is missing)\.$/, 'null'],
  [/\nArgument `(\w+)`: Invalid value provided\. .*$/, 'unfit'],
  [/\nInvalid value for argument `(\w+)`[.:] .*$/, 'unfit'],
]
