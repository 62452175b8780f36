import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadVectors, vectorsFolder } from '../conformance/replay/load.ts'
import { type Build, replay } from '../conformance/replay/replay.ts'
import type { ExpectedResponse } from '../conformance/replay/scenario.ts'
import { buildService } from '../conformance/service/build.ts'
import { differences, listOf, type ShownDifference, scenarioOf } from './differences.ts'
import { type Reference, referenceMissing, startReference } from './reference.ts'

const root = resolve(import.meta.dirname, '../..')
const { world } = await loadVectors(vectorsFolder)

const shown = differences.flatMap(({ id, shown = [] }) =>
  shown.map((example, index) => ({ name: index === 0 ? id : `${id} ${index + 1}`, example })),
)

/** How the answer to the last request differs from what is listed. */
async function problems(
  name: string,
  example: ShownDifference,
  listed: ExpectedResponse,
  build: Build,
) {
  const results = await replay(scenarioOf(name, example, listed), world, build)
  return results.at(-1)?.differences
}

describe('the differences from Django REST framework', () => {
  it('every difference has a name, and requests or a test that show it', () => {
    expect(differences.length).toBeGreaterThan(50)
    expect(new Set(differences.map(({ id }) => id)).size).toBe(differences.length)
    expect(
      differences.filter(({ shown, test }) => !shown?.length === (test === undefined)),
    ).toEqual([])
  })

  it.each(shown)('Turnpike answers as listed: $name', async ({ name, example }) => {
    expect(await problems(name, example, example.turnpike, buildService)).toEqual([])
  })

  it.each(shown)('the answers that are listed differ: $name', async ({ name, example }) => {
    expect(await problems(name, example, example.reference, buildService)).not.toEqual([])
  })

  it.each(differences.flatMap(({ id, test }) => (test === undefined ? [] : [{ id, ...test }])))(
    'a test exists for the difference $id',
    ({ file, name }) => {
      expect(readFileSync(join(root, file), 'utf8')).toContain(name)
    },
  )

  it('docs/from-django.md lists every difference', () => {
    const page = readFileSync(join(root, 'docs/from-django.md'), 'utf8')
    // Each has one of the themes.
    expect(listOf(differences).match(/^- \*\*/gm)).toHaveLength(differences.length)
    expect(page, 'npx node test/differences/write-docs.ts').toContain(
      `\n\n${listOf(differences)}\n`,
    )
  })
})

const title = 'the reference, where it is installed'
describe.skipIf(referenceMissing)(
  referenceMissing === null ? title : `${title} (skipped: ${referenceMissing})`,
  () => {
    let reference: Reference
    beforeAll(async () => {
      reference = await startReference()
    })
    afterAll(() => reference.close())

    it.each(shown)('answers as listed: $name', async ({ name, example }) => {
      const isRecorded = Number(reference.version.split('.')[1]) >= 18
      const listed = isRecorded ? example.reference : (example.debian ?? example.reference)
      expect(await problems(name, example, listed, reference.build)).toEqual([])
    })
  },
)
