import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { against } from '../bench/against.ts'
import { depthPicture } from '../bench/readme/depth-picture.ts'
import { runIn } from '../bench/readme/results.ts'
import { figureTables } from '../bench/readme/tables.ts'
import { readmeFigures } from '../bench/readme/write.ts'
import { mixed, planned, predicted } from '../bench/scale/model.ts'
import { root } from '../tools/packages.ts'

describe('the figures of README.md', async () => {
  it.each(await readmeFigures())(
    '$name shows the run that is saved in bench/RESULTS.md',
    ({ path, text }) => {
      const written = readFileSync(path, 'utf8')
      expect(written, 'Run npm run bench -- --readme').toBe(text)
    },
  )
})

describe('a run with counted tables', () => {
  const run = runIn(`# Results

## 100 notes in SQLite

| work | raw | turnpike | turnpike-counted |
| --- | --: | --: | --: |
| \`page\`: a random page | 3,000 | 6,000 (2.00) | 9,000 (3.00) |

## 100 notes in PostgreSQL

| work | raw-postgres | turnpike-postgres |
| --- | --: | --: |
| \`page\`: a random page | 400 | 300 (0.75) |

## 1,000 notes, by the notes before the page

| notes before the page | raw, offset | turnpike, offset | turnpike-counted, offset |
| --- | --: | --: | --: |
| 10 | 0.64 | 0.20 | 0.41 |
| 990 | 16.20 | 0.21 | 0.42 |

## 10,000 notes on PostgreSQL

| notes before the page | turnpike-postgres, cursor | turnpike-postgres, offset | turnpike-postgres-counted, offset |
| --- | --: | --: | --: |
| 9,900 | 1.70 | 1056.00 | 4.10 |
`)

  it('Turnpike’s ratio of a counted table has a row beside that of the plain one', () => {
    const tables = figureTables(run)
    expect(tables).toMatch(/\| a random page of 50.* \| 3,000 \| .* 2\.00 \|/)
    expect(tables).toMatch(/counted table\].* \| 3,000 \|.* 3\.00 \|/)
  })

  it('an entry without a counted table has no such row', () => {
    const [, postgres = ''] = figureTables(run).split('On PostgreSQL:')
    expect(postgres.split('Milliseconds')[0]).not.toContain('counted')
  })

  it('the milliseconds of the long list are shown with and without counters', () => {
    expect(figureTables(run)).toContain('| 9,900 | 1.70 | 1056.00 | 4.10 |')
  })

  it('the picture of the depth has a line for each entry that was measured', () => {
    const picture = run.depth && depthPicture(run.depth)
    expect(picture).toContain('0.64 to 16.2 ms')
    expect(picture?.match(/class="line/g)).toHaveLength(6)
    expect(picture).not.toMatch(/NaN|Infinity|undefined/)
  })
})

describe('what the bench compares with', () => {
  it('a checkout with its packages is measured where it is', () => {
    expect(against(root)).toEqual({ folder: root, commit: null })
  })

  it('a name that is neither a checkout nor a commit is refused', () => {
    expect(() => against('v999.0.0')).toThrow(
      'v999.0.0 is neither a checkout with its packages installed, nor a tag or commit of this repository.',
    )
  })

  it('a name that looks like an option of git is refused', () => {
    expect(() => against('--all')).toThrow('is neither')
  })
})

describe('a service that is calculated', () => {
  const light = { name: 'light', worker: 100, database: 50, load: 50 }
  const heavy = { name: 'heavy', worker: 1000, database: 3000, load: 0 }

  it('one worker has one processor, whatever the others of the machine do', () => {
    expect(predicted(light, { workers: 1, processors: 8 })).toBe(10_000)
  })

  it('more workers have no more than the processors that they share with the database', () => {
    expect(predicted(light, { workers: 4, processors: 2 })).toBe(10_000)
    expect(predicted(heavy, { workers: 4, processors: 2 })).toBe(500)
  })

  it('a mixture costs what its requests cost, by their shares', () => {
    const cost = mixed('both', { light: 0.9, heavy: 0.1 }, [light, heavy])
    expect(cost).toEqual({ name: 'both', worker: 190, database: 345, load: 45 })
  })

  const service = { requestsPerSecond: 6000, shares: { light: 1 }, rows: { note: 1e9 }, busy: 0.6 }

  it('processors and bytes of a plan follow from requests and rows', () => {
    expect(planned(service, [light], { note: 180 })).toEqual({
      workerProcessors: 1,
      databaseProcessors: 0.5,
      bytes: { note: 180e9 },
    })
  })

  it('what was not measured is not planned', () => {
    expect(() => planned(service, [heavy], { note: 180 })).toThrow(
      'Not measured: requests of the kind light.',
    )
    expect(() => planned(service, [light], {})).toThrow('Not measured: rows of note.')
  })
})
