import type { Answer, Question } from './messages.ts'

/** Milliseconds after which code that has not answered is ended. */
const patience = 5000

/** A worker that answers one request after the other, and is replaced when it hangs. */
export class Runner {
  #worker: Worker | null = null
  #ready: Promise<unknown> | null = null

  /** Ends what is running. The next request evaluates the code again. */
  stop(): void {
    this.#worker?.terminate()
    this.#worker = null
    this.#ready = null
  }

  async ask(question: Question): Promise<Answer> {
    const worker = await this.#begun()
    const answer = nextMessage(worker)
    worker.postMessage(question)
    const late = new Promise<Answer>((resolve) => {
      setTimeout(
        () => resolve({ error: `It was stopped after ${patience / 1000} seconds.` }),
        patience,
      )
    })
    const first = await Promise.race([answer.then((given) => ({ given })), late])
    if ('given' in first) return first.given
    this.stop()
    return first
  }

  /** The bundle of the worker is loaded at the first request. */
  async #begun(): Promise<Worker> {
    this.#worker ??= new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    this.#ready ??= nextMessage(this.#worker)
    const worker = this.#worker
    await this.#ready
    return worker
  }
}

const nextMessage = (worker: Worker): Promise<Answer> =>
  new Promise((resolve) => {
    worker.addEventListener('message', ({ data }) => resolve(data), { once: true })
    worker.addEventListener(
      'error',
      () => resolve({ error: 'The playground could not be loaded: reload the page.' }),
      { once: true },
    )
  })
