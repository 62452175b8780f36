import { setTimeout as sleep } from 'node:timers/promises'
import { readingMethods } from 'turnpike/kit'
import type { CursorLinks } from './comparing/comparison.ts'
import { noteCreated } from './created.ts'
import { Examination } from './examination.ts'
import type { ReplayOptions } from './options.ts'
import { isUnreadable, type Recorded, type RecordedRequest } from './reading/recorded-request.ts'
import type { Findings } from './reporting/findings.ts'
import { Selection } from './selection.ts'
import { send } from './sending/send.ts'
import { headersFor, type Side, targetAt } from './sending/side.ts'

/** Sends recorded requests to both services, and compares their answers. */
export async function replay(
  traffic: AsyncIterable<Recorded>,
  options: ReplayOptions,
  signal?: AbortSignal,
): Promise<Findings> {
  const run = new Run(options)
  const iterator = traffic[Symbol.asyncIterator]()
  const work = async () => {
    while (signal?.aborted !== true && !run.isFull) {
      const { done, value } = await iterator.next()
      if (done) return
      await run.take(value)
    }
  }
  // Writes are sent in their order: each may need what another has created.
  const workers = options.writes ? 1 : options.concurrency
  try {
    await Promise.all(Array.from({ length: workers }, work))
  } finally {
    await iterator.return?.()
  }
  return run.findings
}

class Run {
  readonly #options: ReplayOptions
  readonly #examination: Examination
  readonly #selection: Selection
  readonly #wait: () => Promise<void>
  readonly #followed = new Set<string>()
  #sent = 0

  constructor(options: ReplayOptions) {
    this.#options = options
    this.#examination = new Examination(options)
    this.#selection = new Selection(options)
    this.#wait = pacer(options.rate)
  }

  get findings(): Findings {
    return this.#examination.findings
  }

  get isFull(): boolean {
    return this.#options.limit !== null && this.#sent >= this.#options.limit
  }

  async take(recorded: Recorded): Promise<void> {
    if (isUnreadable(recorded)) {
      this.findings.addUnreadable(recorded.reason, recorded.place)
      return
    }
    const reason = this.#selection.reasonToSkip(recorded)
    if (reason !== null) {
      this.findings.skip(reason)
      return
    }
    // Several take requests at the same time.
    if (this.isFull) return
    this.#sent++
    await this.#wait()
    const { created } = this.#examination
    await this.#exchange(recorded, {
      old: created.targetFor('old', recorded.target),
      new: created.targetFor('new', recorded.target),
    })
  }

  async #exchange(recorded: RecordedRequest, targets: CursorLinks, page = 1): Promise<void> {
    const { old, new: changed } = this.#examination
    const [one, other] = await Promise.all([
      this.#send(old, targets.old, recorded),
      this.#send(changed, targets.new, recorded),
    ])
    if (recorded.method === 'POST') {
      noteCreated(this.#examination.created, recorded, one.outcome, other.outcome)
    }
    const { method, place } = recorded
    const request = {
      method,
      target: page === 1 ? recorded.target : targets.old,
      place: page === 1 ? place : `${place}, page ${page} by cursor`,
    }
    const { links } = await this.#examination.add({
      request,
      headers: one.headers,
      old: one.outcome,
      new: other.outcome,
    })
    if (method === 'GET' && page <= this.#options.follow) await this.#follow(recorded, links, page)
  }

  /** Each page once: the next page of a list has the link back. */
  async #follow(recorded: RecordedRequest, links: readonly CursorLinks[], page: number) {
    for (const link of links) {
      if (this.#followed.has(link.old) || this.#followed.size >= maxFollowed) continue
      this.#followed.add(link.old)
      await this.#wait()
      this.findings.followed++
      await this.#exchange(recorded, link, page + 1)
    }
  }

  async #send(side: Side, target: string, { method, headers: recorded, body }: RecordedRequest) {
    const isSafe = readingMethods.has(method)
    const hosts = this.#selection.hosts
    const headers = headersFor(side, recorded, isSafe, { ...this.#options, hosts })
    const outcome = await send(
      {
        base: side.base,
        method,
        target: targetAt(side, target),
        headers,
        body: isSafe ? null : body,
      },
      this.#options,
    )
    return { headers, outcome }
  }
}

/** Maximum number of followed links that are remembered. */
const maxFollowed = 10_000

/** Waits until the next request may be sent. */
function pacer(perSecond: number | null): () => Promise<void> {
  let next = 0
  return async () => {
    if (perSecond === null) return
    const now = performance.now()
    const at = Math.max(now, next)
    next = at + 1000 / perSecond
    if (at > now) await sleep(at - now)
  }
}
