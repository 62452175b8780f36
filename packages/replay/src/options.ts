import type { RuleName } from './comparing/rules.ts'
import type { HeaderField } from './reading/recorded-request.ts'
import type { Explanation } from './reporting/explained.ts'

/** How traffic is replayed. */
export interface ReplayOptions {
  /** Base URL of the old service. */
  readonly from: URL
  /** Base URL of the new one. */
  readonly to: URL
  /** Further base URLs that both services write in links. */
  readonly publicUrls: readonly string[]
  /** Hosts of the recording that count; empty: that of `from`, and that of the first request. */
  readonly hosts: readonly string[]
  /** Fields for every request; they replace recorded ones. */
  readonly headers: readonly HeaderField[]
  /** Whether recorded credentials are sent. */
  readonly credentials: boolean
  /** Whether also methods are sent that write. Both services must be copies. */
  readonly writes: boolean
  /** Requests at the same time. */
  readonly concurrency: number
  /** Requests a second; null means as fast as they are answered. */
  readonly rate: number | null
  /** The largest number of requests to send; null means all. */
  readonly limit: number | null
  readonly timeoutMs: number
  readonly maxBodyBytes: number
  /** How many further pages are compared by following cursors that differ. */
  readonly follow: number
  readonly cursorParams: readonly string[]
  /** Paths to send, and paths not to send, with stars; empty: no such condition. */
  readonly only: readonly string[]
  readonly skip: readonly string[]
  readonly rules: readonly RuleName[]
  readonly explained: readonly Explanation[]
  /** Folder for the exchanges that differ; with null, they are not kept. */
  readonly save: string | null
}
