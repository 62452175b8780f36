import { ApiException, type ApiRequest, type Environment, SuspiciousRequest } from 'turnpike'
import { fieldOf as headerOf } from 'turnpike/internal/http/answer'
import {
  type Answer,
  type Answering,
  bothWatches,
  knownMethod,
  type RequestWatch,
  whenComplete,
} from 'turnpike/kit'
import type { Family } from './families.ts'
import { Series } from './series.ts'

/** Seconds. Those of OpenTelemetry's conventions for servers. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/** Counts the requests of one process. */
export class RequestCounts {
  readonly #durations = new Series<'method' | 'route' | 'status'>(bounds)
  readonly #refusals = new Series<'route' | 'status' | 'code' | 'permission'>()
  readonly #deprecated = new Series<'method' | 'route' | 'scheme'>()
  #active = 0

  around<E extends Environment>(answering: Answering<E>): Answering<E> {
    return (request, environment) => {
      const began = performance.now()
      this.#active++
      const seen = new SeenRequest()
      const end = (status: number) => {
        this.#active--
        const seconds = (performance.now() - began) / 1000
        const method = knownMethod(request.method)
        this.#durations.add({ method, route: seen.path, status: `${status}` }, seconds)
        const code = codeOf(seen.error, status)
        if (code === null) return
        const { path: route, permission } = seen
        this.#refusals.add({ route, status: `${status}`, code, permission })
      }
      const finish = (answer: Answer) => {
        if (headerOf(answer, 'deprecation') !== null) this.#countDeprecated(request.method, seen)
        return whenComplete(answer, () => end(answer.status))
      }
      const fail = (error: unknown): never => {
        end(500)
        throw error
      }
      try {
        const watch = bothWatches(environment.watch, seen)
        const onRequest = (shown: ApiRequest) => {
          seen.request = shown
          environment.onRequest?.(shown)
        }
        const answer = answering(request, { ...environment, watch, onRequest })
        return answer instanceof Promise ? answer.then(finish, fail) : finish(answer)
      } catch (error) {
        return fail(error)
      }
    }
  }

  #countDeprecated(method: string, { path: route, request }: SeenRequest): void {
    const scheme = request?.scheme ?? ''
    this.#deprecated.add({ method: knownMethod(method), route, scheme })
  }

  get families(): Family[] {
    return [
      {
        name: 'http_server_request_duration_seconds',
        help: 'Seconds from a request to the end of its answer. An empty route: a URL without a view.',
        type: 'histogram',
        samples: this.#durations.samples,
      },
      {
        name: 'http_server_active_requests',
        help: 'Requests that are being answered.',
        type: 'gauge',
        samples: [{ labels: {}, value: this.#active }],
      },
      {
        name: 'turnpike_refusals_total',
        help: 'Requests that were refused, by the code of the reason and the permission.',
        type: 'counter',
        samples: this.#refusals.samples,
      },
      {
        name: 'turnpike_deprecated_requests_total',
        help: 'Requests to deprecated views, by the scheme of the credentials. An empty scheme: anonymous.',
        type: 'counter',
        samples: this.#deprecated.samples,
      },
    ]
  }
}

/** The facts that a view reports about its request. */
class SeenRequest implements RequestWatch {
  readonly traceId = null
  path = ''
  permission = ''
  error: unknown
  request: ApiRequest | null = null

  route(path: string): void {
    this.path = path
  }

  step<Result>(_name: string, run: () => Result): Result {
    return run()
  }

  denied(permission: string): void {
    this.permission = permission
  }

  failed(error: unknown): void {
    this.error = error
  }
}

/**
 * The code of a refusal; null if there is none. Validation has a code for each field: `invalid`.
 */
function codeOf(error: unknown, status: number): string | null {
  if (status < 400 || status > 499) return null
  if (error instanceof SuspiciousRequest) return 'suspicious'
  if (error instanceof ApiException)
    return typeof error.codes === 'string' ? error.codes : 'invalid'
  return status === 404 && error === undefined ? 'not_found' : null
}
