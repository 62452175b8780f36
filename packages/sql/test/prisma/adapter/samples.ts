import type { PrismaDatabase } from '@turnpike/test-support/prisma/open.ts'

type Sample = Readonly<Record<string, unknown>>

/** The columns of the table `samples`. */
export const columnsOf = (database: PrismaDatabase): readonly string[] => [
  ...['text', 'whole', 'great', 'real', 'exact', 'flag', 'moment', 'day', 'data', 'bytes', 'kind'],
  ...(database === 'sqlite' ? ['key'] : ['key', 'words']),
]

/** Rows with ordinary values, with nothing, and with those at the edges of each type. */
export const samplesFor = (database: PrismaDatabase): readonly Sample[] =>
  samples.map((sample, index) =>
    database === 'sqlite' ? sample : { ...sample, words: [[], ['a'], ['b', 'ü "x"']][index % 3] },
  )

const samples: readonly Sample[] = [
  {},
  {
    ...{ text: 'Straße', whole: 7, great: 12n, real: 1.5, exact: '12.5000', flag: true },
    moment: new Date('2026-01-02T03:04:05.678Z'),
    day: new Date('2026-01-02T00:00:00Z'),
    data: { list: [1, 2.5, null, 'x'], deep: { yes: true } },
    bytes: new Uint8Array([0, 1, 254, 255]),
    kind: 'defect',
    key: '0190a5b4-7f3e-7cc0-8000-000000000001',
  },
  {
    ...{ text: '', whole: -2147483648, great: -9223372036854775808n, real: -0.1, exact: '0' },
    ...{ flag: false, moment: new Date('1969-12-31T23:59:59.999Z'), data: [], kind: 'question' },
    ...{ day: new Date('1900-01-01T00:00:00Z'), bytes: new Uint8Array(0) },
    key: '0190a5b4-7f3e-7cc0-8000-00000000000a',
  },
  {
    ...{ text: 'it\'s\n"quoted" 🙂', whole: 2147483647, great: 9223372036854775807n, real: 1e300 },
    ...{ exact: '1234567.1234', data: 'text', moment: new Date('9999-12-31T23:59:59Z') },
  },
  { text: '50%_', whole: 0, great: 9007199254740993n, real: 3, exact: '-3', data: 17 },
  { text: 'STRASSE', great: 9007199254740991n, real: 0, exact: '100', data: false, flag: true },
]
