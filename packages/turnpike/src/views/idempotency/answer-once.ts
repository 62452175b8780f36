import { Conflict, IdempotencyKeyReused } from '../../errors/exceptions.ts'
import type { Answer } from '../../http/answer.ts'
import type { Claim, KeptWork } from '../../idempotency/idempotency-store.ts'
import type { Findings } from '../answers/answer.ts'
import { isRefusal } from '../generic/valid-data.ts'
import { callHandler, inTransaction } from '../steps/call-handler.ts'
import type { Passed } from '../steps/passed.ts'
import { rendered, respond } from '../steps/respond.ts'
import { type Idempotency, keyedMethods } from './idempotency.ts'
import { keptAnswer, replayedAnswer } from './kept-answer.ts'
import { fingerprintOf, keyInStore, missingKey, sentKey } from './key.ts'

/** The key of a request, and what is requested with it. */
interface Keyed {
  readonly key: string
  readonly fingerprint: string
}

/**
 * The answer to a request of an idempotent view. With a key the work is done once, and a repeat
 * gets the answer of the first request.
 *
 * A key shares the fate of the work. If the handler returns, its work is stored, so the key is kept
 * with the answer, whatever its status: to do the work again would do it twice. If the handler
 * throws, its transaction is rolled back, so the key is forgotten, and a repeat is carried out.
 * So it is for data that a generic view refuses: the client corrects them.
 *
 * @throws ParseError when the key is malformed or missing; Conflict when the work of another
 *   request with it is under way, or its answer was not kept; IdempotencyKeyReused when that was
 *   for another request.
 */
export async function answerOnce(passed: Passed, idempotency: Idempotency): Promise<Answer> {
  const isKeyed = keyedMethods.has(passed.request.method)
  const keyed = isKeyed ? await keyedRequest(passed, idempotency) : null
  if (keyed === null) return respond(passed)
  return idempotency.store.isTransactional
    ? onceInTransaction(passed, idempotency, keyed)
    : onceByClaim(passed, idempotency, keyed)
}

async function keyedRequest(
  { request, view }: Passed,
  { isRequired }: Idempotency,
): Promise<Keyed | null> {
  const field = view.settings.IDEMPOTENCY_HEADER
  const sent = sentKey(request, field)
  if (sent !== null) {
    const key = keyInStore(sent, request, field)
    return { key, fingerprint: await fingerprintOf(request) }
  }
  // The form of a page cannot send a header field.
  if (isRequired && request.sentForm === null) throw missingKey(field)
  return null
}

/** The key, the work and the answer are stored by one commit, or not at all. */
function onceInTransaction(
  passed: Passed,
  { store }: Idempotency,
  { key, fingerprint }: Keyed,
): Promise<Answer> {
  const { request, view, findings, watch } = passed
  const { IDEMPOTENCY_LIFETIME } = view.settings
  return watch.step('transaction', () =>
    inTransaction(request, view, async () => {
      const claimed = await store.claim(key)
      if (claimed.state !== 'new') return answerOfRepeat(claimed, fingerprint, findings)

      const { claim } = claimed
      const result = await callHandler(passed)
      const answer = await rendered(result, passed)
      if (isRefusal(result)) await store.release(key, claim)
      else await store.keep(key, claim, workOf(answer, fingerprint, passed), IDEMPOTENCY_LIFETIME)
      return answer
    }),
  )
}

/** The key is claimed before the work. If the process dies in between, the claim expires. */
async function onceByClaim(
  passed: Passed,
  { store }: Idempotency,
  { key, fingerprint }: Keyed,
): Promise<Answer> {
  const { view, findings } = passed
  const claimed = await store.claim(key)
  if (claimed.state !== 'new') return answerOfRepeat(claimed, fingerprint, findings)

  const { claim } = claimed
  let work: KeptWork | null = null
  try {
    const result = await callHandler(passed)
    // Done: it must not be done again, even if its answer cannot be rendered.
    if (!isRefusal(result)) work = { fingerprint, answer: null }
    const answer = await rendered(result, passed)
    if (work !== null) work = workOf(answer, fingerprint, passed)
    return answer
  } finally {
    await logFailure(passed, () =>
      work === null
        ? store.release(key, claim)
        : store.keep(key, claim, work, view.settings.IDEMPOTENCY_LIFETIME),
    )
  }
}

/** The client gets its answer although the store is not available. */
async function logFailure(
  { request, view }: Passed,
  change: () => void | Promise<void>,
): Promise<void> {
  const { method, path } = request
  try {
    await change()
  } catch (err) {
    view.settings.LOGGER.error({ method, path, err }, 'An idempotency key could not be kept.')
  }
}

function answerOfRepeat(
  claimed: Exclude<Claim, { state: 'new' }>,
  fingerprint: string,
  findings: Findings,
): Answer {
  if (claimed.state === 'busy') throw keyInUse()
  const { work } = claimed
  if (work.fingerprint !== fingerprint) throw new IdempotencyKeyReused()
  if (work.answer === null) throw answerNotKept()
  return replayedAnswer(work.answer, findings)
}

/** The error while another request with the key is under way. */
export const keyInUse = () =>
  new Conflict(
    'Another request with this key is under way. Send it again later.',
    'idempotency_key_in_use',
    { headers: { 'Retry-After': '1' } },
  )

/** The error for a repeat whose first answer was not kept. */
export const answerNotKept = () =>
  new Conflict(
    'This request was carried out before, but its answer was not kept.',
    'idempotency_answer_not_kept',
  )

const workOf = (answer: Answer, fingerprint: string, { view, findings }: Passed): KeptWork => ({
  fingerprint,
  answer: keptAnswer(answer, view.settings.IDEMPOTENCY_MAX_ANSWER_SIZE, findings),
})
