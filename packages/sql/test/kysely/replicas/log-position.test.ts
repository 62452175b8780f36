import { expect, it } from 'vitest'
import {
  logPosition,
  positionText,
  readPositionText,
} from '../../../src/kysely/replicas/log-position.ts'

it('positions have the order of the log, as numbers and as texts', () => {
  const texts = ['0/0', '0/16B3748', '0/FFFFFFFF', '1/0', '9/1', '10/0', 'FFFFFFFF/FFFFFFFF']
  const positions = texts.map(logPosition)
  expect(positions).toEqual(positions.toSorted((one, other) => (one < other ? -1 : 1)))
  const written = positions.map(positionText)
  expect(written).toEqual(written.toSorted())
  expect(written.map(readPositionText)).toEqual(positions)
})

it.each(['', '0/16B3748', '16b3748', '00000000016B3748', '00000000016b37481', 'x'.repeat(16)])(
  'the text %j is no position',
  (text) => {
    expect(readPositionText(text)).toBeNull()
  },
)
