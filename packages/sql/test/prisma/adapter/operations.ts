import type { AnyPrisma, PrismaDatabase } from '@turnpike/test-support/prisma/open.ts'
import { filters } from './filters.ts'
import { columnsOf } from './samples.ts'

export type Operation = readonly [name: string, run: (prisma: AnyPrisma) => Promise<unknown>]

/** Reads, aggregates and writes over every type, and operations that fail. */
export const operationsOn = (database: PrismaDatabase): readonly Operation[] => [
  ...filters(database).map(
    ([name, where]): Operation => [
      `read where ${name}`,
      ({ sample }) => sample.findMany({ where, orderBy: { id: 'asc' } }),
    ],
  ),
  ...columnsOf(database)
    .filter((name) => name !== 'data' && name !== 'words')
    .flatMap((name): Operation[] => [
      [
        `read in order of ${name}`,
        ({ sample }) =>
          sample.findMany({
            orderBy: [{ [name]: { sort: 'desc', nulls: 'last' } }, { id: 'asc' }],
          }),
      ],
      [
        `read groups of ${name}`,
        ({ sample }) =>
          sample.groupBy({ by: [name], _count: { _all: true }, orderBy: { [name]: 'asc' } }),
      ],
    ]),
  ...reads,
  ...writes,
  ...failures,
]

const reads: readonly Operation[] = [
  ['read a page', ({ sample }) => sample.findMany({ skip: 1, take: 2, orderBy: { id: 'desc' } })],
  ['read from a cursor', ({ sample }) => sample.findMany({ cursor: { id: 3 }, take: 2 })],
  ['read backwards', ({ sample }) => sample.findMany({ cursor: { id: 4 }, take: -2 })],
  [
    'read distinct',
    ({ sample }) => sample.findMany({ distinct: ['flag'], orderBy: { id: 'asc' } }),
  ],
  ['read the first', ({ sample }) => sample.findFirst({ orderBy: { great: 'desc' } })],
  ['read nothing', ({ sample }) => sample.findUnique({ where: { id: 999 } })],
  [
    'read one',
    ({ sample }) => sample.findUniqueOrThrow({ where: { id: 2 }, select: { data: true } }),
  ],
  ['read a count', ({ sample }) => sample.count({ where: { flag: true } })],
  ['read counts', ({ sample }) => sample.count({ select: { _all: true, text: true, flag: true } })],
  [
    'read aggregates',
    ({ sample }) =>
      sample.aggregate({
        _sum: { whole: true, real: true, exact: true },
        _avg: { whole: true, real: true },
        _min: { great: true, moment: true, text: true, exact: true },
        _max: { great: true, moment: true, text: true, real: true },
      }),
  ],
  [
    'read related',
    ({ person }) => person.findMany({ include: { tickets: true, memberships: true } }),
  ],
  [
    'read related twice',
    ({ ticket }) =>
      ticket.findMany({
        where: { labels: { some: { name: 'x' } } },
        select: {
          title: true,
          owner: { select: { name: true } },
          labels: { select: { name: true } },
        },
      }),
  ],
  [
    'read by relation',
    ({ ticket }) => ticket.findMany({ where: { owner: { is: { name: 'bob' } } } }),
  ],
  ['read counts of related', ({ person }) => person.findMany({ select: { _count: true } })],
  [
    'read by a composite key',
    ({ membership }) =>
      membership.findUnique({ where: { team_personId: { team: 'red', personId: 1 } } }),
  ],
  ['read raw', (prisma) => prisma.$queryRaw`select count(*) as n, 1 as one, 'x' as x, null as no`],
  ['read raw rows', (prisma) => prisma.$queryRaw`select * from samples order by id`],
  ['read raw nothing', (prisma) => prisma.$queryRaw`select * from samples where id = ${999}`],
  [
    'read raw values',
    (prisma) => prisma.$queryRaw`select great, great as again, exact, flag, moment, bytes, kind
      from samples where great is not null order by id`,
  ],
  [
    'read raw twice',
    (prisma) => prisma.$queryRaw`select 1.5 * 2 as three, 7 / 2 as whole, 0.1 as f`,
  ],
]

const data = {
  text: 'new',
  whole: 5,
  great: 2n ** 60n,
  exact: '7.25',
  data: { a: [1] },
  flag: true,
}

const writes: readonly Operation[] = [
  ['create', ({ person }) => person.create({ data: { id: 50, name: 'carl', email: 'c' } })],
  ['create many', ({ sample }) => sample.createMany({ data: [{ ...data }, { text: 'b' }] })],
  [
    'create many and return',
    ({ sample }) =>
      sample.createManyAndReturn({
        data: [
          { id: 60, ...data },
          { id: 61, text: 'b' },
        ],
      }),
  ],
  ['update', ({ sample }) => sample.update({ where: { id: 2 }, data })],
  ['update to null', ({ sample }) => sample.update({ where: { id: 2 }, data: { moment: null } })],
  [
    'update by numbers',
    ({ sample }) =>
      sample.update({
        where: { id: 2 },
        data: {
          ...{ whole: { increment: 2 }, great: { multiply: 3 }, real: { divide: 2 } },
          exact: { decrement: '0.5' },
        },
      }),
  ],
  [
    'update many',
    ({ sample }) => sample.updateMany({ where: { flag: true }, data: { flag: false } }),
  ],
  [
    'update many and return',
    ({ sample }) =>
      sample.updateManyAndReturn({ where: { whole: 7 }, data: { real: 2.25, kind: 'question' } }),
  ],
  [
    'upsert',
    ({ person }) =>
      person.upsert({ where: { name: 'ann' }, create: { name: 'ann' }, update: { email: 'e' } }),
  ],
  ['delete', ({ sample }) => sample.delete({ where: { id: 2 } })],
  ['delete many', ({ sample }) => sample.deleteMany({ where: { text: { not: null } } })],
  [
    'change related',
    ({ ticket }) =>
      ticket.update({
        where: { id: 1 },
        data: {
          owner: { connect: { name: 'bob' } },
          labels: { disconnect: { name: 'x' }, create: { id: 70, name: 'z' } },
        },
        include: { owner: true, labels: { orderBy: { id: 'asc' } } },
      }),
  ],
  [
    'write raw',
    async (prisma) => [
      await prisma.$executeRaw`update samples set text = ${'raw'}, great = ${9007199254740993n}`,
      await prisma.$executeRaw`update samples set whole = ${1} where id = ${999}`,
      await prisma.$queryRaw`update samples set text = ${'again'} where id = 2 returning text, great`,
    ],
  ],
]

const failures: readonly Operation[] = [
  ['fail by a taken name', ({ person }) => person.create({ data: { name: 'ann' } })],
  [
    'fail by a taken pair',
    ({ ticket }) => ticket.create({ data: { title: 'a', owner: { connect: { name: 'ann' } } } }),
  ],
  [
    'fail by a taken key',
    ({ membership }) => membership.create({ data: { team: 'red', personId: 1 } }),
  ],
  [
    'fail by a broken reference',
    ({ ticket }) => ticket.create({ data: { title: 'c', ownerId: 999 } }),
  ],
  ['fail by a needed row', ({ person }) => person.delete({ where: { name: 'ann' } })],
  [
    'fail by a missing row',
    ({ person }) => person.update({ where: { id: 9 }, data: { name: 'x' } }),
  ],
  ['fail by an invalid value', ({ person }) => person.create({ data: { name: 7 } })],
  ['fail by a null', (prisma) => prisma.$executeRaw`insert into people (name) values (null)`],
  ['fail by a missing table', (prisma) => prisma.$queryRaw`select * from missing`],
  ['fail by a missing column', (prisma) => prisma.$queryRaw`select missing from people`],
  ['fail by the syntax', (prisma) => prisma.$queryRaw`selekt 1`],
]
