import type { Condition, ConditionValue } from 'turnpike'
import { UnreadableValue } from 'turnpike/kit'
import { captured } from '../adapter/capture.ts'
import type { Model, ModelColumn } from '../models/model.ts'

/**
 * The condition with the values of enums as the database has them: Prisma writes `bug` for
 * `defect @map("bug")`.
 *
 * @param condition on the columns of the model.
 * @throws UnreadableValue for a text that is not a value of the enum.
 */
export async function storedEnums(model: Model, condition: Condition): Promise<Condition> {
  const map = (parts: readonly Condition[]) =>
    Promise.all(parts.map((part) => storedEnums(model, part)))
  if ('all' in condition) return { all: await map(condition.all) }
  if ('any' in condition) return { any: await map(condition.any) }
  if ('not' in condition) return { not: await storedEnums(model, condition.not) }

  const column = model.columns.find(({ column }) => column === condition.field)
  if (column?.isEnum !== true) return condition
  if (condition.operator === 'in') {
    const value = await Promise.all(condition.value.map((one) => storedValue(model, column, one)))
    return { ...condition, value }
  }
  if (condition.operator !== '=') return condition
  return { ...condition, value: await storedValue(model, column, condition.value) }
}

/** A client does not say how its enums are stored, but writes it into its statements. */
async function storedValue(
  model: Model,
  { field }: ModelColumn,
  value: ConditionValue,
): Promise<ConditionValue> {
  const [statement] = await captured(async () =>
    model.plain.findMany({ where: { [field]: value }, select: { [field]: true } }),
  ).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'PrismaClientValidationError') {
      throw new UnreadableValue(field, { cause: error })
    }
    throw error
  })
  const [stored] = statement?.args ?? []
  return typeof stored === 'string' ? stored : value
}
