import type { Cause } from './findings.ts'
import { printable } from './text-report.ts'

/** Paths with fewer differences are left out. */
const most = 12

interface Bar {
  readonly path: string
  /** Differences without and with an explanation. One request may have several. */
  open: number
  known: number
}

/** The paths that differ most, each with a bar; empty if nothing differs. */
export function pathBars(causes: readonly Cause[]): string {
  const bars = barsOf(causes)
  const longest = Math.max(...bars.map(({ open, known }) => open + known))
  const rows = bars.map(({ path, open, known }) => {
    const part = (name: string, count: number) =>
      count === 0
        ? ''
        : `<i class="${name}" style="width: ${((count / longest) * 100).toFixed(2)}%"></i>`
    return `<li><span>${shown(path)} <b>${many(open + known)}</b></span>${part('open', open)}${part('known', known)}</li>`
  })
  if (rows.length === 0) return ''
  return `<section><h2>Differences by path</h2>
<p>First <i class="key open"></i> unexplained, then <i class="key known"></i> explained ones.</p>
<ol class="bars">${rows.join('\n')}</ol></section>`
}

function barsOf(causes: readonly Cause[]): Bar[] {
  const bars = new Map<string, Bar>()
  for (const { paths, why } of causes) {
    for (const [path, count] of paths) {
      const bar = bars.get(path) ?? { path, open: 0, known: 0 }
      bar[why === null ? 'open' : 'known'] += count
      bars.set(path, bar)
    }
  }
  return [...bars.values()]
    .toSorted((one, other) => other.open + other.known - one.open - one.known)
    .slice(0, most)
}

/** A text of a service for a page. */
export const shown = (text: string): string =>
  printable(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

export const many = (number: number): string => number.toLocaleString('en')
