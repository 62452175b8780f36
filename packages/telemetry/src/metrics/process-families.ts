import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import { allCacheCounts, passwordHashes, refusedEarly } from 'turnpike/internal/telemetry/counts'
import type { Family, Sample } from './families.ts'

const one = (value: number, labels: Sample['labels'] = {}): Sample[] => [{ labels, value }]

/**
 * Metrics of the process itself: memory, time, the delay of its event loop, its queues and caches.
 */
export class ProcessFamilies {
  readonly #delay = monitorEventLoopDelay({ resolution: 20 })
  readonly #began = Date.now() / 1000 - process.uptime()

  constructor() {
    this.#delay.enable()
  }

  stop(): void {
    this.#delay.disable()
  }

  get families(): Family[] {
    const { rss, heapUsed } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    return [
      gauge('process_resident_memory_bytes', 'Memory of the processes.', one(rss)),
      gauge(
        'nodejs_heap_used_bytes',
        'Memory of live JavaScript objects and garbage.',
        one(heapUsed),
      ),
      {
        name: 'process_cpu_seconds_total',
        help: 'Seconds of processor time.',
        type: 'counter',
        samples: one((user + system) / 1e6),
      },
      {
        ...gauge('process_start_time_seconds', 'When the oldest process began.', one(this.#began)),
        together: 'least',
      },
      {
        ...gauge(
          'nodejs_eventloop_delay_seconds',
          'Delay of the event loop since the last time.',
          this.#delays(),
        ),
        together: 'largest',
      },
      gauge('turnpike_password_hashes', 'Passwords that are being hashed, or wait to be.', [
        ...one(passwordHashes.running, { state: 'running' }),
        ...one(passwordHashes.waiting, { state: 'waiting' }),
      ]),
      ...cacheFamilies(),
      {
        name: 'turnpike_refused_early_total',
        help: 'Requests refused before an app could see them: too large, too slow, malformed.',
        type: 'counter',
        samples: [...refusedEarly].flatMap(([status, count]) =>
          one(count, { status: `${status}` }),
        ),
      },
    ]
  }

  #delays(): Sample[] {
    const nanoseconds = {
      mean: this.#delay.mean,
      p99: this.#delay.percentile(99),
      max: this.#delay.max,
    }
    const isEmpty = this.#delay.count === 0
    this.#delay.reset()
    return Object.entries(nanoseconds).flatMap(([kind, value]) =>
      one(isEmpty ? 0 : value / 1e9, { kind }),
    )
  }
}

const gauge = (name: string, help: string, samples: Sample[]): Family => ({
  name,
  help,
  type: 'gauge',
  samples,
})

const cacheFamilies = (): Family[] =>
  (['hits', 'misses', 'evictions'] as const).map((kind) => ({
    name: `turnpike_cache_${kind}_total`,
    help: `The ${kind} of each cache.`,
    type: 'counter',
    samples: [...allCacheCounts].flatMap(([cache, counts]) => one(counts[kind], { cache })),
  }))
