import type { CreatedIds } from './comparing/created-ids.ts'
import { type JsonNode, readJson } from './comparing/json/read-json.ts'
import type { RecordedRequest } from './reading/recorded-request.ts'
import { isAnswer, type Outcome } from './sending/answer.ts'

/** Notes the ids of what a request created: both services may have chosen others than recorded. */
export function noteCreated(
  created: CreatedIds,
  { target, createdId }: RecordedRequest,
  one: Outcome,
  other: Outcome,
): void {
  const oldId = idOf(one)
  const newId = idOf(other)
  if (oldId === null || newId === null) return
  created.add(oldId, newId)
  const [list = ''] = target.split('?', 1)
  if (createdId !== null) created.addRecorded(list, createdId, { old: oldId, new: newId })
}

/** `id`, `pk` or `uuid` of an answer 201. */
function idOf(outcome: Outcome): string | null {
  if (!isAnswer(outcome) || outcome.status !== 201) return null
  const node = readJson(outcome.body)
  if (node?.type !== 'object') return null
  for (const name of ['id', 'pk', 'uuid']) {
    const [, value] = node.entries.find(([key]) => key === name) ?? []
    const id = value && textOf(value)
    if (id !== undefined) return id
  }
  return null
}

function textOf(node: JsonNode): string | undefined {
  if (node.type === 'string') return node.value
  return node.type === 'number' ? node.text : undefined
}
