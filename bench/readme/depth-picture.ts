import { figure, type Results, type Section } from './results.ts'
import { type Colour, height, lineHeight, margin, picture, tenth, text, width } from './svg.ts'

/** A line: an entry with a style, as the part `depth` has them. */
interface Series {
  readonly column: string
  readonly label: string
  readonly colour: Colour
  /** The pattern of the line: colours are not all that tells them apart. */
  readonly dashes: string
}

const counted = { colour: 'green', dashes: '2 3' } as const
const byOffset = { colour: 'orange', dashes: 'none' } as const
const byCursor = { colour: 'purple', dashes: '7 4' } as const
const byHand = { colour: 'grey', dashes: '10 3 2 3' } as const

const panels: readonly { database: string; series: readonly Series[] }[] = [
  {
    database: 'SQLite',
    series: [
      { column: 'reference, offset', label: 'Django REST, offset', colour: 'blue', dashes: '4 2' },
      { column: 'turnpike, offset', label: 'Turnpike, offset', ...byOffset },
      { column: 'raw, offset', label: 'node:http, offset', ...byHand },
      { column: 'turnpike-counted, offset', label: 'Turnpike, counted', ...counted },
      { column: 'turnpike, cursor', label: 'Turnpike, cursor', ...byCursor },
    ],
  },
  {
    database: 'PostgreSQL',
    series: [
      { column: 'turnpike-postgres, offset', label: 'Turnpike, offset', ...byOffset },
      { column: 'raw-postgres, offset', label: 'node:http, offset', ...byHand },
      { column: 'turnpike-postgres-counted, offset', label: 'Turnpike, counted', ...counted },
      { column: 'turnpike-postgres, cursor', label: 'Turnpike, cursor', ...byCursor },
    ],
  },
]

const left = 60
const right = width - margin - 32
/** Milliseconds of a page by its depth as lines, on each database. Both axes are logarithmic. */
export function depthPicture(depth: Section): string {
  const top = margin + lineHeight * 2
  const panelHeight = (height - top - margin) / panels.length
  return picture('Milliseconds of a page by the notes before it', [
    text('title', margin, margin + lineHeight / 2, 'Milliseconds of a page of 50, less is better'),
    text('', margin, top - lineHeight / 2, 'By the notes before it. Both scales are logarithmic.'),
    ...panels.flatMap((panel, index) => {
      const y = top + index * panelHeight + 10
      return drawnPanel(panel, depth, [y, y + panelHeight - 10])
    }),
  ])
}

/** Its title, what the lines are, and the lines. Nothing when none was measured. */
function drawnPanel(
  { database, series }: (typeof panels)[number],
  { notes, results }: Section,
  [top, bottom]: readonly [number, number],
): string[] {
  const drawn = series.flatMap((one) => {
    const points = pointsOf(results, one)
    return points.length === 0 ? [] : [{ ...one, points }]
  })
  if (drawn.length === 0) return []
  const below = (lines: number) => top + lines * lineHeight
  return [
    text('title', margin, below(0.5), `${database}, ${notes} notes`),
    ...drawn.flatMap((one, index) => legend(one, below(index + 1.5))),
    ...plot(drawn, [below(drawn.length + 1) + 14, bottom - lineHeight - 8]),
  ]
}

interface Point {
  readonly place: number
  readonly milliseconds: number
}

interface Drawn extends Series {
  readonly points: readonly Point[]
}

const pointsOf = (results: Results, { column }: Series): Point[] =>
  [...results].flatMap(([place, cells]) => {
    const milliseconds = figure(cells.get(column))
    return milliseconds === undefined ? [] : [{ place: figure(place) ?? 0, milliseconds }]
  })

/** What a line is, and its time at both ends. */
function legend({ points, label, ...line }: Drawn, y: number): string[] {
  const times = [points.at(0), points.at(-1)].map((point) => `${point?.milliseconds}`)
  return [
    path(line, `M${margin} ${y}H${margin + 40}`),
    text('', margin + 48, y, label),
    text('end', width - margin, y, `${times.join(' to ')} ms`),
  ]
}

function plot(drawn: readonly Drawn[], [top, bottom]: readonly [number, number]): string[] {
  const times = drawn.flatMap(({ points }) => points.map(({ milliseconds }) => milliseconds))
  const places = [...new Set(drawn.flatMap(({ points }) => points.map(({ place }) => place)))]
  const decades = [
    Math.floor(Math.log10(Math.min(...times))),
    Math.ceil(Math.log10(Math.max(...times))),
  ] as const
  const across = scale(
    [Math.log10(Math.min(...places)), Math.log10(Math.max(...places))],
    [left, right],
  )
  const down = scale(decades, [bottom, top])

  const ticks = Array.from({ length: decades[1] - decades[0] + 1 }, (_, index) => {
    const time = 10 ** (decades[0] + index)
    const y = down(time)
    return [
      `<path class="rule" d="M${left} ${y}H${right}"/>`,
      text('end', left - 8, y, time.toLocaleString('en')),
    ]
  })
  const names = places.map((place) =>
    text('middle', across(place), bottom + 16, place.toLocaleString('en')),
  )
  const lines = drawn.flatMap(({ points, ...line }) => {
    const at = points.map(({ place, milliseconds }) => [across(place), down(milliseconds)] as const)
    return [
      path(line, `M${at.map(([x, y]) => `${x} ${y}`).join('L')}`),
      ...at.map(([x, y]) => `<circle class="mark ${line.colour}" cx="${x}" cy="${y}" r="3"/>`),
    ]
  })
  return [...ticks.flat(), ...names, ...lines]
}

/** Pixels of a value on a logarithmic axis. */
const scale =
  ([low, high]: readonly [number, number], [from, to]: readonly [number, number]) =>
  (value: number): number =>
    tenth(from + ((Math.log10(value) - low) / (high - low || 1)) * (to - from))

const path = ({ colour, dashes }: Pick<Series, 'colour' | 'dashes'>, d: string): string =>
  `<path class="line ${colour}" stroke-dasharray="${dashes}" d="${d}"/>`
