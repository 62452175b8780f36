import { type Condition, partsOf } from './condition.ts'

/**
 * Rejects full text searches, for items that have none.
 *
 * @param errorOf the error for a field that is searched.
 */
export function refuseFullText(condition: Condition, errorOf: (field: string) => Error): void {
  const found = partsOf(condition).find(({ operator }) => operator === 'fullText')
  if (found !== undefined) throw errorOf(found.field)
}
