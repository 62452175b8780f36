import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadVectors, vectorsFolder } from '../../../../../test/conformance/replay/load.ts'
import type { Build } from '../../../../../test/conformance/replay/replay.ts'
import { buildService } from '../../../../../test/conformance/service/build.ts'
import { scenarioOf } from '../../../../../test/differences/differences.ts'
import {
  type Reference,
  referenceMissing,
  startReference,
} from '../../../../../test/differences/reference.ts'

const { world } = await loadVectors(vectorsFolder)

const fields = [
  { name: 'title', type: 'char', max_length: 20 },
  { name: 'due_date', type: 'date-time', required: false },
  { name: 'body', type: 'char', allow_blank: true, required: false },
  { name: 'code', type: 'char', min_length: 3, allow_null: true },
  { name: 'pages', type: 'integer', min_value: 1, max_value: 900 },
  { name: 'price', type: 'decimal', max_digits: 5, decimal_places: 2 },
  { name: 'is_lent', type: 'boolean' },
  { name: 'mail', type: 'email', max_length: 254 },
  { name: 'size', type: 'choice', choices: ['small', 'large'] },
  {
    name: 'tags',
    type: 'list',
    child: { type: 'choice', choices: ['new', 'rare'] },
    max_length: 3,
  },
  { name: 'scores', type: 'list', child: { type: 'integer', max_value: 5 }, min_length: 2 },
  {
    name: 'shelf',
    type: 'nested',
    fields: [
      { name: 'row', type: 'integer' },
      { name: 'note', type: 'char', required: false },
    ],
  },
]

const example = {
  view: { kind: 'validate', fields },
  request: { method: 'OPTIONS' },
  reference: { status: 200 },
  turnpike: { status: 200 },
}

async function actions(build: Build) {
  const scenario = scenarioOf('actions', example, { status: 200 })
  const service = await build(world, scenario, {} as never)
  const request = new Request('http://testserver/v/', { method: 'OPTIONS' })
  const response = await service(request, { address: '127.0.0.1', remoteUser: null }, 'actions')
  return (await response.json()).actions
}

const title = 'OPTIONS beside the reference, where it is installed'
describe.skipIf(referenceMissing)(
  referenceMissing === null ? title : `${title} (skipped: ${referenceMissing})`,
  () => {
    let reference: Reference
    beforeAll(async () => {
      reference = await startReference()
    })
    afterAll(() => reference.close())

    it('the actions of OPTIONS are those of Django REST framework for the same fields', async () => {
      const expected = await actions(reference.build)
      expect(Object.keys(expected.POST)).toHaveLength(fields.length)
      expect(await actions(buildService)).toEqual(expected)
    })
  },
)
