import { type Shown, shownEntries } from './entries.ts'
import { type Database, figure, type SavedRun } from './results.ts'
import { type Colour, lineHeight, margin, picture, tenth, text, width } from './svg.ts'

/** The works that are drawn, and what they are called: those where Turnpike is behind are among them. */
const works: readonly (readonly [work: string, label: string])[] = [
  ['me', 'who a token belongs to'],
  ['page', 'a random page, exact count'],
  ['cursor-deep', 'pages by cursor, none twice'],
  ['post', 'a note, on the disk'],
]

const left = 176
const valueWidth = 58
const longest = width - left - valueWidth - margin
const barHeight = 13
const gap = 10

/** Requests a second as bars. Those of each work have a scale of their own, which begins at 0. */
export function requestsPicture({ comparison }: SavedRun): string {
  const parts: string[] = []
  let y = margin + lineHeight / 2
  const line = (kind: string, words: string) => {
    parts.push(text(kind, margin, y, words))
    y += lineHeight
  }
  line('title', 'Requests a second, more is better')
  line('', 'The bars of each work begin at 0.')
  for (const [database, entries] of Object.entries(shownEntries)) {
    for (const [work, label] of works) {
      const cells = comparison[database as Database].get(work)
      y += gap
      line('title', `${database}: ${label}`)
      parts.push(...bars(entries, (entry) => figure(cells?.get(entry)), y))
      y += entries.length * lineHeight
    }
  }
  return picture('Requests a second of each entry', parts)
}

function bars(
  entries: readonly Shown[],
  amountOf: (entry: string) => number | undefined,
  top: number,
): string[] {
  const most = Math.max(...entries.map(([entry]) => amountOf(entry) ?? 0))
  return entries.flatMap(([entry, label], index) => {
    const value = amountOf(entry)
    const y = top + index * lineHeight
    const name = text(
      isTurnpike(entry) ? 'end title' : 'end',
      left - 6,
      y,
      label.replaceAll('`', ''),
    )
    if (value === undefined) return [name, text('', left, y, 'not measured')]
    const length = tenth((value / most) * longest)
    return [
      name,
      `<rect class="bar ${colourOf(entry)}" x="${left}" y="${tenth(y - barHeight / 2)}" width="${length}" height="${barHeight}"/>`,
      text('', left + length + 6, y, value.toLocaleString('en')),
    ]
  })
}

const isTurnpike = (entry: string) => entry.startsWith('turnpike')

const colourOf = (entry: string): Colour =>
  isTurnpike(entry) ? 'orange' : entry.startsWith('raw') ? 'grey' : 'blue'
