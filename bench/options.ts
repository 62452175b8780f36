import { parseArgs } from 'node:util'
import { entryNames } from './entries.ts'
import { type Work, works } from './works.ts'

export interface Options {
  /** Names of the entries; the first one is what the others are compared with. */
  readonly entries: readonly string[]
  readonly works: readonly Work[]
  /** How many notes there are; one pass for each number. */
  readonly rows: readonly number[]
  readonly rounds: number
  /** Seconds of each measurement. */
  readonly seconds: number
  readonly profile: boolean
  readonly save: boolean
}

const usage = `Usage: npm run bench -- [options]
  --entries raw,turnpike    of ${entryNames.join(', ')}
  --works me,page           of ${works.map(({ name }) => name).join(', ')}
  --rows 100000,1000000     how many notes; all works with the first number, depth with the others
  --rounds 3                measurements of each work and entry; the median counts
  --seconds 1               length of a measurement
  --quick                   raw, fastify and turnpike, 100000 rows, fewer works, one round of one second
  --profile                 where Turnpike's time goes, in place of the comparison
  --save                    write what is printed to bench/RESULTS.md, or PROFILE.md`

/** Reads the command line; one that cannot be used ends the process with the usage. */
export function readOptions(args: string[]): Options {
  try {
    const { values } = parseArgs({
      args,
      options: {
        entries: { type: 'string' },
        works: { type: 'string' },
        rows: { type: 'string' },
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        quick: { type: 'boolean', default: false },
        profile: { type: 'boolean', default: false },
        save: { type: 'boolean', default: false },
      },
    })
    const { quick, profile, save } = values
    const few = quick || profile
    return {
      entries: namesOf(
        values.entries,
        entryNames,
        profile ? ['turnpike'] : quick ? ['raw', 'fastify', 'turnpike'] : entryNames,
      ),
      works: namesOf(
        values.works,
        works.map(({ name }) => name),
        works.filter(({ isExtra }) => !(quick && isExtra)).map(({ name }) => name),
      ).map((name) => works.find((work) => work.name === name) as Work),
      rows: (values.rows ?? (few ? '100000' : '100000,1000000')).split(',').map(positive),
      rounds: positive(values.rounds ?? (few ? '1' : '3')),
      seconds: positive(values.seconds ?? (profile ? '2' : '1')),
      profile,
      save,
    }
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exit(2)
  }
}

function namesOf(
  text: string | undefined,
  known: readonly string[],
  usual = known,
): readonly string[] {
  const names = text?.split(',') ?? usual
  for (const name of names) {
    if (!known.includes(name))
      throw new Error(`There is no ${name}; there are ${known.join(', ')}.`)
  }
  return names
}

function positive(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${text} is no whole number of at least 1.`)
  return Number(text)
}
