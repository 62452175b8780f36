import type { PrismaDatabase } from '@turnpike/test-support/prisma/open.ts'

type Filter = readonly [name: string, where: object]

/** What a `where` of Prisma can ask, over every type. */
export const filters = (database: PrismaDatabase): readonly Filter[] => [
  ['text contains', { text: { contains: '%_' } }],
  ['text starts with', { text: { startsWith: 'Str' } }],
  ['text ends with', { text: { endsWith: 'e' } }],
  ['text is one of', { text: { in: ['', '50%_', 'no'] } }],
  ['text is null', { text: null }],
  ['whole is in a range', { whole: { gte: -1, lt: 7 } }],
  ['great equals beyond 2^53', { great: 9007199254740993n }],
  ['great is greater', { great: { gt: 9007199254740992n } }],
  ['great is one of', { great: { in: [12n, -9223372036854775808n] } }],
  ['real equals', { real: 1.5 }],
  ['real is less', { real: { lt: 0.5 } }],
  ['exact equals', { exact: '12.5' }],
  ['exact is greater', { exact: { gt: '0' } }],
  ['flag is set', { flag: true }],
  ['flag is not set', { NOT: { flag: true } }],
  ['moment is before', { moment: { lt: new Date('2026-01-02T03:04:05.679Z') } }],
  ['moment equals', { moment: new Date('2026-01-02T03:04:05.678Z') }],
  ['moment is one of', { moment: { in: [new Date('1969-12-31T23:59:59.999Z')] } }],
  ['day equals', { day: new Date('2026-01-02T00:00:00Z') }],
  ['data equals', { data: { equals: { list: [1, 2.5, null, 'x'], deep: { yes: true } } } }],
  [
    'data has a value',
    { data: { path: database === 'sqlite' ? '$.deep.yes' : ['deep', 'yes'], equals: true } },
  ],
  ['bytes equal', { bytes: new Uint8Array([0, 1, 254, 255]) }],
  ['kind equals', { kind: 'defect' }],
  ['kind is one of', { kind: { in: ['defect', 'question'] } }],
  ['key equals', { key: '0190a5b4-7f3e-7cc0-8000-000000000001' }],
  ['either or', { OR: [{ whole: 7 }, { AND: [{ text: '' }, { flag: false }] }] }],
  ['none of an empty list', { id: { in: [] } }],
  ['one of many', { id: { in: Array.from({ length: 800 }, (_, index) => index) } }],
  ...(database === 'sqlite'
    ? []
    : ([
        ['words have', { words: { has: 'a' } }],
        ['words are empty', { words: { isEmpty: true } }],
        ['text in any case', { text: { contains: 'STRA', mode: 'insensitive' } }],
      ] as const)),
]
