import { parseArgs } from 'node:util'
import { type Against, against } from './against.ts'
import { ablations, allEntries, type Entry, entriesAgainst } from './entries.ts'
import type { Part } from './part.ts'
import { parts } from './parts.ts'
import { type Work, works } from './works.ts'

export interface Options {
  readonly parts: readonly Part[]
  /** The first one is what the others are compared with. */
  readonly entries: readonly Entry[]
  readonly works: readonly Work[]
  /** How many notes there are. A long list has ten times as many, a very long one a hundred times. */
  readonly rows: number
  readonly rounds: number
  /** Seconds of each measurement. */
  readonly seconds: number
  /** Seconds that a server is driven for before it is measured. */
  readonly warmUpSeconds: number
  readonly save: boolean
  /** Whether the tables of README.md are to be written of a run that was saved, and nothing is measured. */
  readonly readme: boolean
  /** Another Turnpike, which two entries run on. */
  readonly against: Against | null
}

const quickEntries = ['raw', 'fastify', 'turnpike', 'against']

const usage = `Usage: npm run bench -- [options]
  --parts comparison        what is measured:
${parts.map(({ name, description }) => `    ${name.padEnd(22)}  ${description}`).join('\n')}
  --entries raw,turnpike    of ${namesOf([...allEntries, ...ablations])};
                            without it all but the last ${ablations.length}
  --works me,page           of ${namesOf(works)};
                            for the comparison and the profile
  --rows 100000             how many notes; some parts take 10 or 100 times as many
  --rounds 3                measurements of each work and entry; the median counts
  --seconds 1               length of a measurement
  --warm-up 3               seconds before it
  --quick                   the comparison of raw, fastify and turnpike in one round
  --save                    write what is printed to bench/RESULTS.md
  --readme                  measure nothing; write the tables of README.md from bench/RESULTS.md
  --against v0.1.0          also measure Turnpike as it is at this tag or commit, or in this
                            folder: the entries against and against-postgres`

/** Reads the command line; one that cannot be used ends the process with the usage. */
export function readOptions(args: string[]): Options {
  try {
    const { values } = parseArgs({
      args,
      options: {
        parts: { type: 'string' },
        entries: { type: 'string' },
        works: { type: 'string' },
        rows: { type: 'string', default: '100000' },
        rounds: { type: 'string' },
        seconds: { type: 'string', default: '1' },
        'warm-up': { type: 'string' },
        quick: { type: 'boolean', default: false },
        save: { type: 'boolean', default: false },
        readme: { type: 'boolean', default: false },
        against: { type: 'string' },
      },
    })
    const { quick, save, readme } = values
    const other = values.against === undefined ? null : against(values.against)
    const usual = other === null ? allEntries : [...allEntries, ...entriesAgainst(other.folder)]
    return {
      parts: chosen(values.parts, parts) ?? parts.filter(({ isQuick }) => isQuick || !quick),
      entries:
        chosen(values.entries, [...usual, ...ablations]) ??
        usual.filter(({ name }) => !quick || quickEntries.includes(name)),
      works: chosen(values.works, works) ?? works,
      rows: positive(values.rows),
      rounds: positive(values.rounds ?? (quick ? '1' : '3')),
      seconds: positive(values.seconds),
      warmUpSeconds: positive(values['warm-up'] ?? (quick ? '2' : '3')),
      save,
      readme,
      against: other,
    }
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exit(2)
  }
}

/** Those of the names that are listed in a text, in their own order, or undefined without a text. */
function chosen<Item extends { name: string }>(
  text: string | undefined,
  known: readonly Item[],
): readonly Item[] | undefined {
  const names = text?.split(',')
  for (const name of names ?? []) {
    if (!known.some((item) => item.name === name)) {
      throw new Error(`There is no ${name}; there are ${namesOf(known)}.`)
    }
  }
  return names && known.filter(({ name }) => names.includes(name))
}

function namesOf(items: readonly { name: string }[]): string {
  return items.map(({ name }) => name).join(', ')
}

function positive(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${text} is no whole number of at least 1.`)
  return Number(text)
}
