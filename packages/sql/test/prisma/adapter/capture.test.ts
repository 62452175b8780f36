import { type AnyPrisma, openPrisma } from '@turnpike/test-support/prisma/open.ts'
import { describePrismaPairs } from '@turnpike/test-support/prisma/pairs.ts'
import { expect, it } from 'vitest'
import { captured } from '../../../src/prisma/adapter/capture.ts'
import { driverErrorOf } from '../../../src/prisma/adapter/driver-errors.ts'
import { failureOf, namesOf } from './people.ts'

describePrismaPairs('what the adapter gives to lists and stores', ({ version, database }) => {
  const open = (options?: object) => openPrisma(version, database, options)

  it('captured statements are not executed, and others beside them are', async () => {
    const { prisma } = await open()
    await prisma.person.create({ data: { name: 'ann' } })

    const [statements, names] = await Promise.all([
      captured(() => prisma.person.findMany({ where: { name: 'ann' }, select: { id: true } })),
      namesOf(prisma),
    ])
    await captured(() => prisma.person.deleteMany())
    await captured(() => prisma.$transaction([prisma.person.deleteMany()]))

    expect(statements.map(({ sql }) => sql)).toEqual([expect.stringMatching(/^SELECT .* WHERE /)])
    expect(statements[0]?.args[0]).toBe('ann')
    expect(statements[0]?.argTypes[0]).toMatchObject({ scalarType: 'string', arity: 'scalar' })
    expect(names).toEqual(['ann'])
    expect(await namesOf(prisma)).toEqual(['ann'])
  })

  it('captured arguments are values for the driver', async () => {
    const { prisma } = await open()
    const date = new Date('2026-01-02T03:04:05.678Z')
    const where = {
      created: date,
      number: 9007199254740993n,
      price: '1.5',
      contents: Buffer.from('x'),
    }

    const [statement] = await captured(() => prisma.ticket.findMany({ where }))

    expect(statement?.args.slice(0, 4)).toEqual(
      database === 'sqlite'
        ? ['2026-01-02T03:04:05.678+00:00', 9007199254740993n, 1.5, Buffer.from('x')]
        : ['2026-01-02 03:04:05.678', '9007199254740993', '1.5', Buffer.from('x')],
    )
  })

  it('client extensions are part of what is captured', async () => {
    const { prisma } = await open()
    const extended = prisma.$extends({
      query: {
        person: {
          findMany: ({ args, query }: AnyPrisma) =>
            query({ ...args, where: { AND: [args.where ?? {}, { email: 'x' }] } }),
        },
      },
      result: {
        person: { label: { needs: { name: true }, compute: ({ name }: AnyPrisma) => `<${name}>` } },
      },
    })

    const [statement] = await captured(() => extended.person.findMany({ where: { name: 'ann' } }))

    expect(statement?.args.slice(0, 2)).toEqual(['ann', 'x'])
    await prisma.person.create({ data: { name: 'ann', email: 'x' } })
    expect(await extended.person.findMany({})).toMatchObject([{ name: 'ann', label: '<ann>' }])
  })

  it('fields omitted globally and events of queries are those of Prisma', async () => {
    const { prisma } = await open({
      omit: { person: { email: true } },
      log: [{ level: 'query', emit: 'event' }],
    })
    const queries: string[] = []
    prisma.$on('query', ({ query }: { query: string }) => queries.push(query))

    const [statement] = await captured(() => prisma.person.findMany())
    const person = await prisma.person.create({ data: { name: 'ann' } })

    expect(statement?.sql).not.toContain('email_address')
    expect(Object.keys(person)).toEqual(['id', 'name'])
    expect(queries.at(-1)).toMatch(/^INSERT/)
  })

  it('work that fails while it is captured throws its error', async () => {
    const { prisma } = await open()
    const failure = await failureOf(captured(() => prisma.person.findMany({ where: { no: 1 } })))

    expect(failure.name).toBe('PrismaClientValidationError')
  })

  it('the error of the driver is known by that of Prisma', async () => {
    const { prisma } = await open()
    await prisma.person.create({ data: { name: 'ann' } })
    const taken = await failureOf(prisma.person.create({ data: { name: 'ann' } }))
    const broken = await failureOf(prisma.ticket.create({ data: { title: 'a', ownerId: 9 } }))
    const work = (tx: AnyPrisma) => tx.person.create({ data: { name: 'ann' } })
    const inTransaction = await failureOf(prisma.$transaction(work))
    const invalid = await failureOf(prisma.person.create({ data: { name: 7 } }))
    const raw = await failureOf(prisma.$queryRawUnsafe('select * from missing'))

    const isSqlite = database === 'sqlite'
    const unique = { code: isSqlite ? 'SQLITE_CONSTRAINT_UNIQUE' : '23505' }
    expect(driverErrorOf(taken)).toMatchObject(unique)
    expect(driverErrorOf(inTransaction)).toMatchObject(unique)
    expect(driverErrorOf(broken)).toMatchObject({
      code: isSqlite ? 'SQLITE_CONSTRAINT_FOREIGNKEY' : '23503',
    })
    expect(driverErrorOf(raw)).toMatchObject({ code: isSqlite ? 'SQLITE_ERROR' : '42P01' })
    expect(driverErrorOf(invalid)).toBeUndefined()
  })
})
