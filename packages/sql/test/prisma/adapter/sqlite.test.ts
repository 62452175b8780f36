import { DatabaseSync } from 'node:sqlite'
import { prismaWith } from '@turnpike/test-support/prisma/open.ts'
import { describeWithPrisma, prismaVersions } from '@turnpike/test-support/prisma/packages.ts'
import { createPrismaTables } from '@turnpike/test-support/prisma/tables.ts'
import { openInMemory } from '@turnpike/test-support/sqlite.ts'
import { Kysely } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type AnyDatabase, sqliteDialect } from '../../../src/kysely/index.ts'
import { driverErrorOf } from '../../../src/prisma/adapter/driver-errors.ts'
import { statementsIn } from '../../../src/prisma/adapter/sqlite/script.ts'
import { prismaAdapter } from '../../../src/prisma/index.ts'
import { failureOf, namesOf } from './people.ts'
import { samplesFor } from './samples.ts'

describeWithPrisma('prismaAdapter on SQLite', () => {
  describe.each(prismaVersions)('with Prisma %s', (version) => {
    it('moments are stored as milliseconds if timestampFormat says so', async () => {
      const { db, close } = await openInMemory()
      onTestFinished(close)
      await createPrismaTables(db)
      const adapter = prismaAdapter(db, { timestampFormat: 'unixepoch-ms' })
      const { sample } = await prismaWith(version, adapter)
      const moment = new Date('2026-01-02T03:04:05.678Z')

      await sample.create({ data: { moment } })

      expect(await sample.findFirst({ where: { moment } })).toMatchObject({ moment })
      expect(await db.selectFrom('samples').select('moment').execute()).toEqual([
        { moment: moment.getTime() },
      ])
    })

    it('prismaAdapter() works with node:sqlite like with better-sqlite3', async () => {
      const { db: usual, close } = await openInMemory()
      onTestFinished(close)
      const own: AnyDatabase = new Kysely({ dialect: sqliteDialect(new DatabaseSync(':memory:')) })
      onTestFinished(() => own.destroy())

      const outcomes = []
      for (const db of [usual, own]) {
        await createPrismaTables(db)
        const prisma = await prismaWith(version, prismaAdapter(db))
        await prisma.sample.createMany({ data: samplesFor('sqlite') })
        const create = () => prisma.person.create({ data: { name: 'ann' } })
        await create()
        const failures = [
          await failureOf(prisma.$transaction([prisma.person.deleteMany(), create(), create()])),
          await failureOf(prisma.ticket.create({ data: { title: 'a', ownerId: 9 } })),
          await failureOf(prisma.$executeRaw`insert into people (name) values (null)`),
          await failureOf(prisma.$queryRaw`select * from missing`),
        ]
        outcomes.push({
          samples: await prisma.sample.findMany({ orderBy: { id: 'asc' } }),
          raw: await prisma.$queryRaw`select great, great as x, 1.0 as f, count(*) as n from samples
            group by id order by id`,
          names: await namesOf(prisma),
          failures: failures.map(({ code, meta }) => [code, meta.modelName]),
          haveDriverErrors: failures.map((failure) => driverErrorOf(failure) instanceof Error),
        })
      }

      expect(outcomes[1]).toEqual(outcomes[0])
      expect(outcomes[1]).toMatchObject({
        names: ['ann'],
        failures: [
          ['P2002', 'Person'],
          ['P2003', 'Ticket'],
          ['P2010', undefined],
          ['P2010', undefined],
        ],
        haveDriverErrors: [true, true, true, true],
      })
    })
  })
})

describe('statementsIn', () => {
  it('semicolons in texts, names, comments and triggers do not end a statement', () => {
    const statements = [
      "insert into note values ('a; b''; c');",
      '/* one; two */ update "no;te" set [a;b] = `c;d`; ',
      '-- a comment;\ncreate trigger t after insert on note begin select 1; select 2; end;',
      'select 3 / 1 - 1',
    ]
    expect(statementsIn(statements.join('\n'))).toEqual([
      statements[0],
      expect.stringContaining('`c;d`;'),
      expect.stringMatching(/select 2; end;$/),
      expect.stringContaining('select 3 / 1 - 1'),
    ])
    expect(statementsIn(' ;; -- nothing;\n /* ; */ ;')).toEqual([])
  })
})
