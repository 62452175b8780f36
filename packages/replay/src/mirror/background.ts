import { Examination } from '../examination.ts'
import type { ReplayOptions } from '../options.ts'
import type { HeaderField } from '../reading/recorded-request.ts'
import type { Findings } from '../reporting/findings.ts'
import { Selection } from '../selection.ts'
import { type ReceivedAnswer, valuesOf } from '../sending/answer.ts'
import { decompress } from '../sending/decompress.ts'
import { send } from '../sending/send.ts'
import { headersFor, targetAt } from '../sending/side.ts'
import { CaptureBudget } from './capture.ts'
import type { MirroredExchange, MirrorPorts } from './mirror.ts'

/** Memory for the bodies of all answers that wait. */
const budgetBytes = 64 * 2 ** 20

/**
 * Sends what was mirrored to the new service, and compares. Nothing waits for it: what does not fit
 * into its queue or memory is counted and dropped.
 */
export class Background implements MirrorPorts {
  readonly budget: CaptureBudget
  /** Called with each cause that is found for the first time. */
  onNewCause: (cause: string) => void = () => {}
  readonly #examination: Examination
  readonly #options: ReplayOptions
  readonly #selection: Selection
  readonly #maxWaiting: number
  readonly #waiting: MirroredExchange[] = []
  readonly #working = new Set<Promise<void>>()
  #number = 0
  #isStopped = false

  constructor(options: ReplayOptions, maxWaiting: number) {
    this.#options = options
    this.#maxWaiting = maxWaiting
    this.#examination = new Examination(options)
    this.#selection = new Selection(options)
    this.budget = new CaptureBudget(options.maxBodyBytes, budgetBytes)
  }

  get findings(): Findings {
    return this.#examination.findings
  }

  /** Whether as many requests were taken as wanted. */
  get isFull(): boolean {
    const { limit } = this.#options
    return limit !== null && this.#number >= limit
  }

  wants(method: string, target: string, headers: readonly HeaderField[]): boolean {
    if (this.#isStopped || this.isFull) return false
    const unknown = { body: null, host: null, createdId: null, place: '' }
    const reason = this.#selection.reasonToSkip({ method, target, headers, ...unknown })
    if (reason !== null) this.findings.skip(reason)
    return reason === null
  }

  take(exchange: MirroredExchange): void {
    if (exchange.status === 304) {
      this.budget.give(exchange.body?.length ?? 0)
      this.findings.skip('304: the client had the answer of the old service')
    } else if (exchange.body === null) {
      this.findings.skip('an answer longer than --max-body, or more than there was memory for')
    } else if (this.#waiting.length >= this.#maxWaiting) {
      this.budget.give(exchange.body.length)
      this.findings.skip('the queue was full: the new service is slower than the traffic')
    } else {
      this.#waiting.push(exchange)
      this.#number++
      this.#startWork()
    }
  }

  /** Ends when everything that waits is compared, or after this time. */
  async stop(withinMs: number): Promise<void> {
    this.#isStopped = true
    const timer = setTimeout(() => this.#waiting.splice(0), withinMs)
    while (this.#working.size > 0) await Promise.all(this.#working)
    clearTimeout(timer)
  }

  #startWork(): void {
    if (this.#working.size >= this.#options.concurrency) return
    const work = this.#work().finally(() => this.#working.delete(work))
    this.#working.add(work)
  }

  async #work(): Promise<void> {
    for (;;) {
      const exchange = this.#waiting.shift()
      if (exchange === undefined) return
      try {
        await this.#compare(exchange)
      } catch (error) {
        // Such as a full disk. Clients are answered all the same.
        this.findings.skip(`could not be compared: ${(error as Error).message}`)
      } finally {
        this.budget.give(exchange.body?.length ?? 0)
      }
    }
  }

  async #compare(exchange: MirroredExchange): Promise<void> {
    const { method, target, headers: recorded } = exchange
    const side = this.#examination.new
    const host = valuesOf(recorded, 'host').map((value) => ['Host', value] as const)
    // The client's own Host: both services are meant to answer under the same name.
    const { headers: given, credentials } = this.#options
    const headers = headersFor(side, recorded, true, {
      headers: [...host, ...given],
      credentials,
      hosts: new Set(),
    })
    const answer = await send(
      { base: side.base, method, target: targetAt(side, target), headers, body: null },
      this.#options,
    )
    const request = { method, target, place: `request ${this.findings.compared + 1}` }
    const old = await this.#answerOf(exchange)
    const { causes } = await this.#examination.add({ request, headers, old, new: answer })
    for (const { cause, requests } of causes) if (requests === 1) this.onNewCause(cause)
  }

  async #answerOf({ status, answerHeaders, body }: MirroredExchange): Promise<ReceivedAnswer> {
    const codings = valuesOf(answerHeaders, 'content-encoding').join()
    const received = body ?? new Uint8Array()
    const decoded =
      received.length === 0
        ? { body: received, fault: null }
        : await decompress(received, codings, this.#options.maxBodyBytes)
    return { status, headers: answerHeaders, body: decoded.body, bodyFault: decoded.fault }
  }
}
