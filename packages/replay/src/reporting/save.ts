import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigurationError } from 'turnpike'
import type { Difference } from '../comparing/difference.ts'
import type { HeaderField } from '../reading/recorded-request.ts'
import { isAnswer, type Outcome } from '../sending/answer.ts'
import type { Cause, NamedRequest } from './findings.ts'
import { redactField, redactText } from './redact.ts'

/** The saved record of one request. */
export interface Exchange {
  readonly request: NamedRequest
  readonly headers: readonly HeaderField[]
  readonly old: Outcome
  readonly new: Outcome
  readonly differences: readonly Difference[]
}

/** More exchanges of one cause show nothing new. */
const maxPerCause = 10

export interface Saver {
  /** Writes an exchange that differs to a file of its own, without credentials. */
  save(exchange: Exchange, causes: readonly Cause[], secrets: readonly string[]): Promise<void>
}

/** @param given header fields of the command line, whose values are not written. */
export async function saverTo(folder: string, given: readonly HeaderField[]): Promise<Saver> {
  // Only the person who replayed may read the answers of a service.
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new ConfigurationError(`The folder of --save cannot be made: ${(error as Error).message}`)
  }
  const saved = new Map<string, number>()
  let number = 0

  return {
    async save({ request, headers, old, new: changed, differences }, causes, secrets) {
      const isKnown = causes.every(({ cause }) => (saved.get(cause) ?? 0) >= maxPerCause)
      if (isKnown) return
      for (const { cause } of causes) saved.set(cause, (saved.get(cause) ?? 0) + 1)

      const fields = (list: readonly HeaderField[]) =>
        list.map((field) => redactField(field, given, secrets))
      const shown = (outcome: Outcome) =>
        isAnswer(outcome)
          ? {
              status: outcome.status,
              headers: fields(outcome.headers),
              ...bodyOf(outcome.body, secrets),
              ...(outcome.bodyFault !== null && { bodyFault: outcome.bodyFault }),
            }
          : outcome
      const content = {
        ...request,
        headers: fields(headers),
        causes: causes.map(({ cause, why }) => ({ cause, why })),
        differences,
        old: shown(old),
        new: shown(changed),
      }
      const path = join(folder, `${String(++number).padStart(5, '0')}-${nameOf(request)}.json`)
      await writeFile(path, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
    },
  }
}

/** `GET /notes/?page=2` → `GET-notes-page-2`. */
const nameOf = ({ method, target }: NamedRequest) =>
  `${method}${target}`
    .replaceAll(/[^A-Za-z\d]+/g, '-')
    .replace(/-$/, '')
    .slice(0, 60)

function bodyOf(body: Uint8Array, secrets: readonly string[]) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    return { body: redactText(text, secrets) }
  } catch {
    return { bodyInBase64: Buffer.from(body).toString('base64') }
  }
}
