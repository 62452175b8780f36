import { requestsOf } from './requests.ts'
import { send } from './send.ts'
import type { Running } from './server.ts'
import type { Work } from './works.ts'

/** Requests of each work that are looked at. */
const samples = 3

/**
 * Checks that all servers give the same answers, but for what is theirs alone: the cursor's text, and
 * the id and time of a new note.
 *
 * @throws Error that shows the first two answers that differ.
 */
export async function checkAgreement(
  servers: readonly Running[],
  works: readonly Work[],
  rows: number,
): Promise<void> {
  for (const work of works) {
    let first: { name: string; answers: string[] } | undefined
    for (const server of servers) {
      const answers: string[] = []
      for (const asked of (await requestsOf(work, server, rows)).slice(0, samples)) {
        const { status, text } = await send(server.port, asked)
        if (status !== work.status) {
          throw new Error(
            `${server.entry.name} answers ${asked.path} with ${status} and not ${work.status}: ${text}`,
          )
        }
        answers.push(comparable(work, text))
      }
      const { name } = server.entry
      first ??= { name, answers }
      const { answers: expected } = first
      const index = answers.findIndex((answer, index) => answer !== expected[index])
      if (index >= 0) {
        throw new Error(
          `${work.name}: ${first.name} and ${name} do not agree:\n${expected[index]}\n${answers[index]}`,
        )
      }
    }
  }
}

function comparable({ name }: Work, text: string): string {
  const body = JSON.parse(text)
  if (name === 'post') Object.assign(body, { id: 0, created: body.created.replace(/\d/g, '0') })
  // The reference writes its method in other quotation marks.
  return sorted(body)
    .replace(/cursor=[^"&]+/g, 'cursor=')
    .replace(/\\"/g, "'")
}

/** As JSON with the names of objects in order, which JSON gives no meaning to. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_name, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
