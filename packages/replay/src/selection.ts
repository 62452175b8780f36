import { readingMethods } from 'turnpike/kit'
import type { ReplayOptions } from './options.ts'
import type { RecordedRequest } from './reading/recorded-request.ts'
import { patternOf } from './reporting/patterns.ts'

/** Which recorded requests are sent. */
export class Selection {
  /** Hosts whose requests count. */
  readonly hosts: Set<string>
  readonly #isOpen: boolean
  #isFirst = true
  readonly #writes: boolean
  readonly #only: readonly ((path: string) => boolean)[]
  readonly #skip: readonly ((path: string) => boolean)[]

  constructor({ hosts, from, writes, only, skip }: ReplayOptions) {
    this.hosts = new Set(hosts.length > 0 ? hosts.map((host) => host.toLowerCase()) : [from.host])
    this.#isOpen = hosts.length === 0
    this.#writes = writes
    this.#only = only.map((pattern) => patternOf(pattern))
    this.#skip = skip.map((pattern) => patternOf(pattern))
  }

  /** Why a request is not sent; null if it is. */
  reasonToSkip({ method, target, headers, host }: RecordedRequest): string | null {
    // A page has fonts and scripts of other hosts; the first request is for the page itself.
    if (host !== null && this.#isOpen && this.#isFirst) this.hosts.add(host.toLowerCase())
    if (host !== null) this.#isFirst = false
    if (host !== null && !this.hosts.has(host.toLowerCase())) {
      return `for another host: ${host} (send them with --host ${host})`
    }
    if (!this.#writes && !readingMethods.has(method)) {
      return `${method}: only GET, HEAD and OPTIONS are sent (see --writes-to-copies)`
    }
    if (!this.#writes && headers.some(([name]) => methodOverride.test(name))) {
      return `${method} with a field that overrides the method`
    }
    const [path = ''] = target.split('?', 1)
    if (this.#skip.some((fits) => fits(path))) return 'paths of --skip'
    if (this.#only.length > 0 && !this.#only.some((fits) => fits(path)))
      return 'paths not of --only'
    return null
  }
}

/** A GET with it may be a DELETE to the service. */
export const methodOverride = /^x-(?:http-)?method(?:-override)?$/i
