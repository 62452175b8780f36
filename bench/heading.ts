import { availableParallelism, cpus } from 'node:os'
import type { Options } from './options.ts'

/** When, where and how it was measured. */
export function heading({ rounds, seconds }: Options, missing: readonly string[]): string {
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ')
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node ${process.version}`
  return [
    `# Results\n\n${date} UTC, ${machine}, server on one core, load from another, medians of ${rounds} rounds of ${seconds} s.`,
    'How to read them is in [README.md](README.md).',
    ...missing,
  ].join('\n')
}
