import type { TestClient } from '@turnpike/testing'
import { addressOf, type ListRequest, shown } from './requests.ts'

/** What an ORM answered: status, headers and body of each step, as text. */
type Answers = readonly string[]

export type Clients = Readonly<Record<string, TestClient>>

/** A request that is answered in different ways, shrunk. */
export interface Difference {
  readonly request: ListRequest
  readonly answers: Readonly<Record<string, Answers>>
}

/** What the clients answer when they differ or fail; null when all answers are the same. */
export async function differenceOf(
  clients: Clients,
  request: ListRequest,
): Promise<Difference | null> {
  const entries = await Promise.all(
    Object.entries(clients).map(async ([name, client]) => [name, await ask(client, request)]),
  )
  const answers: Difference['answers'] = Object.fromEntries(entries)
  const all = Object.values(answers)
  const areSame = new Set(all.map((steps) => JSON.stringify(steps))).size === 1
  const haveFailed = all.flat().some((step) => step.startsWith('5'))
  return areSame && !haveFailed ? null : { request, answers }
}

async function ask(client: TestClient, { links, ...request }: ListRequest): Promise<Answers> {
  const steps: string[] = []
  const { prefer } = request
  const options = prefer === null ? {} : { headers: { Prefer: `count=${prefer}` } }
  let address: string | null = addressOf(request)
  for (const link of [null, ...links]) {
    if (link !== null) address = linkIn(steps.at(-1) as string, link)
    if (address === null) break
    const response = await client.get(address, options)
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).sort()
    const lines = response.status < 500 ? headers : []
    steps.push([response.status, ...lines, '', await response.text()].join('\n'))
  }
  return steps
}

/** The address of a link in an answer. Null: there is none. */
function linkIn(answer: string, link: 'next' | 'previous'): string | null {
  const body = JSON.parse(answer.slice(answer.indexOf('\n\n')) || 'null')
  const found: unknown = Object(body)[link]
  return typeof found === 'string' ? found : null
}

/** Leaves out what is not needed for the difference, one part after the other. */
export async function shrunk(clients: Clients, found: Difference): Promise<Difference> {
  for (const smaller of smallerThan(found.request)) {
    const difference = await differenceOf(clients, smaller)
    if (difference !== null) return shrunk(clients, difference)
  }
  return found
}

function* smallerThan({ path, query, prefer, links }: ListRequest): Generator<ListRequest> {
  if (links.length > 0) yield { path, query, prefer, links: links.slice(0, -1) }
  if (prefer !== null) yield { path, query, prefer: null, links }
  for (const [index, [name, value]] of query.entries()) {
    yield { path, query: query.toSpliced(index, 1), prefer, links }
    const parts = value.split(',')
    if (parts.length < 2) continue
    for (const part of parts.keys()) {
      const fewer = parts.toSpliced(part, 1).join(',')
      yield { path, query: query.with(index, [name, fewer]), prefer, links }
    }
  }
}

/** The request, and the lines of the last step in which the answers differ. */
export function described({ request, answers }: Difference): string {
  const names = Object.keys(answers)
  const last = Object.values(answers).map((steps) => (steps.at(-1) ?? '').split('\n'))
  const statuses = last.map(([status]) => status)
  if (new Set(statuses).size > 1) {
    const all = last.map(
      (lines, index) => `  ${names[index]}: ${lines[0]} ${lines.at(-1)?.slice(0, 200)}`,
    )
    return [shown(request), ...all].join('\n')
  }
  const longest = Math.max(...last.map((lines) => lines.length))
  const lines: string[] = [shown(request)]
  for (let number = 0; number < longest; number++) {
    const texts = last.map((lines) => lines[number] ?? '(nothing)')
    if (new Set(texts).size === 1) continue
    const start = commonStart(texts)
    for (const [index, text] of texts.entries()) {
      lines.push(`  ${names[index]}: ${text.slice(Math.max(0, start - 60), start + 200)}`)
    }
  }
  return lines.join('\n')
}

function commonStart(texts: readonly string[]): number {
  const [first = ''] = texts
  let length = 0
  while (length < first.length && texts.every((text) => text[length] === first[length])) length++
  return length
}
