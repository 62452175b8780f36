import { type Place, placesOf } from '@turnpike/test-support/placed.ts'
import { openPrisma } from '@turnpike/test-support/prisma/open.ts'
import { describePrismaPairs } from '@turnpike/test-support/prisma/pairs.ts'
import type { Condition } from 'turnpike'
import type { KeysetWindow } from 'turnpike/kit'
import { expect, it } from 'vitest'
import { prismaItems } from '../../../src/prisma/index.ts'
import { type AnyItems, addTickets, great } from '../ground.ts'

const titles = (items: readonly { title: string }[]) => items.map(({ title }) => title)

describePrismaPairs('prismaItems', ({ version, database }) => {
  const open = () => openPrisma(version, database)

  it('lists have the rows, the relations and the order of findMany', async () => {
    const { prisma } = await open()
    const { ann } = await addTickets(prisma)
    const select = { title: true, owner: { select: { name: true } } }
    const orderBy = [{ rank: 'desc' }, { title: 'asc' }]
    const items: AnyItems = prismaItems(prisma.ticket, {
      where: { ownerId: ann },
      select,
      orderBy,
    } as object)

    const expected = await prisma.ticket.findMany({ where: { ownerId: ann }, select, orderBy })
    expect(await items.count()).toBe(20)
    expect(await items.slice(0, null)).toEqual(expected)
    expect(await items.slice(3, 2)).toEqual(expected.slice(3, 5))
  })

  it('lists are ordered and filtered by the names of the fields', async () => {
    const { prisma } = await open()
    const { ann } = await addTickets(prisma)
    const items: AnyItems = prismaItems(prisma.ticket, { where: { ownerId: ann } } as object)

    const done = items.where?.({ field: 'isDone', operator: '=', value: true }) as AnyItems
    expect(titles(await done.orderBy(['-number']).slice(0, 3))).toEqual(['t28', 't20', 't16'])
    const few = done.where?.({ field: 'number', operator: '<', value: great + 5n }) as AnyItems
    expect(titles(await few.slice(0, null))).toEqual(['t4'])
    expect(() => items.orderBy(['owner'])).toThrow('a relation of the model Ticket')
    expect(() => items.where?.({ field: 'owner_id', operator: 'null' })).toThrow(
      'which the model Ticket does not have',
    )
  })

  it('lists walk by position through ties, nulls and great integers', async () => {
    const { prisma } = await open()
    await addTickets(prisma)
    const items: AnyItems = prismaItems(prisma.ticket, { omit: { id: true } } as object)
    const ordering = items.keyset?.complete(['rank', '-number']) ?? []

    const walked: string[] = []
    let from: KeysetWindow['from'] = null
    for (;;) {
      const window: KeysetWindow = {
        ordering,
        from,
        includesFrom: false,
        backward: false,
        limit: 7,
      }
      const placed: Place<{ title: string }>[] = placesOf(await items.keyset?.read(window))
      walked.push(...titles(placed.map(({ item }) => item)))
      expect(placed.every(({ item }) => !('id' in item))).toBe(true)
      if (placed.length < 7) break
      from = placed.at(-1)?.position ?? null
    }
    const orderBy = [{ rank: 'asc' }, { number: 'desc' }]
    expect(walked).toEqual(titles(await prisma.ticket.findMany({ orderBy })))
  })

  it('a query extension narrows lists, counts and pages by what is current', async () => {
    const { prisma } = await open()
    const { ann, bob } = await addTickets(prisma)
    let tenant = ann
    const extended = prisma.$extends({
      query: {
        ticket: {
          // biome-ignore lint/suspicious/noExplicitAny: the generated types are not compiled.
          findMany: ({ args, query }: any) =>
            query({ ...args, where: { AND: [args.where ?? {}, { ownerId: tenant }] } }),
        },
      },
      result: {
        ticket: {
          shout: {
            needs: { title: true },
            compute: ({ title }: { title: string }) => title.toUpperCase(),
          },
        },
      },
    })
    const items: AnyItems = prismaItems(extended.ticket, { select: { shout: true } } as object)

    expect(await items.count()).toBe(20)
    expect(await items.slice(0, 2)).toEqual([{ shout: 'T1' }, { shout: 'T2' }])
    tenant = bob
    expect(await items.count()).toBe(10)
    expect(await items.slice(0, 2)).toEqual([{ shout: 'T0' }, { shout: 'T3' }])
    const ofAnn = items.where?.({ field: 'ownerId', operator: '=', value: ann }) as AnyItems
    expect(await ofAnn.count()).toBe(0)
    expect(await ofAnn.slice(0, null)).toEqual([])
  })

  it('a row that leaves the condition while its page is read is not shown', async () => {
    const { prisma } = await open()
    const { ann, bob } = await addTickets(prisma)
    let isRace = false
    const racing = prisma.$extends({
      query: {
        ticket: {
          // biome-ignore lint/suspicious/noExplicitAny: the generated types are not compiled.
          async findMany({ args, query }: any) {
            // The keys are read: the first ticket gets another owner before its row is.
            if (isRace && args.where?.id?.in) {
              isRace = false
              const data = { ownerId: bob, title: 'for bob' }
              await prisma.ticket.updateMany({ where: { title: 't1' }, data })
            }
            return query(args)
          },
        },
      },
    })
    const ofAnn = prismaItems(racing.ticket).where?.({
      field: 'ownerId',
      operator: '=',
      value: ann,
    }) as AnyItems
    expect(titles(await ofAnn.slice(0, 2))).toEqual(['t1', 't2'])
    isRace = true
    expect(titles(await ofAnn.slice(0, 2))).toEqual(['t2'])
    expect(isRace).toBe(false)
  })

  it('lists of the client of a transaction read what it has written', async () => {
    const { prisma } = await open()
    const { ann } = await addTickets(prisma)
    const where = { ownerId: ann }

    // biome-ignore lint/suspicious/noExplicitAny: the generated types are not compiled.
    await prisma.$transaction(async (tx: any) => {
      await tx.ticket.create({ data: { title: 'new', ownerId: ann } })
      const items: AnyItems = prismaItems(tx.ticket, { where } as object)
      expect(await items.count()).toBe(21)
      expect(titles(await items.slice(20, null))).toEqual(['new'])
    })
    expect(await prismaItems(prisma.ticket, { where } as object).count()).toBe(21)
  })

  it('enums are filtered by the names of Prisma, whatever the database stores', async () => {
    const { prisma } = await open()
    await addTickets(prisma)
    const items: AnyItems = prismaItems(prisma.ticket)
    const having = (condition: object) => items.where?.(condition as Condition) as AnyItems

    expect(await having({ field: 'kind', operator: '=', value: 'defect' }).count()).toBe(15)
    const both = { field: 'kind', operator: 'in', value: ['defect', 'question'] }
    expect(await having(both).count()).toBe(30)
    expect(await having({ not: both }).count()).toBe(0)
    const other = having({ field: 'kind', operator: '=', value: 'bug' })
    await expect(other.count()).rejects.toMatchObject({ name: 'UnreadableValue', field: 'kind' })

    const extended = prisma.$extends({
      query: {
        ticket: {
          // biome-ignore lint/suspicious/noExplicitAny: the generated types are not compiled.
          findMany: ({ args, query }: any) =>
            query({ ...args, where: { AND: [{ title: 't1' }, args.where ?? {}] } }),
        },
      },
    })
    const defects = { field: 'kind', operator: '=', value: 'defect' } as const
    // biome-ignore lint/suspicious/noExplicitAny: the generated types are not compiled.
    await extended.$transaction(async (tx: any) => {
      expect(await prismaItems(tx.ticket).where?.(defects).count()).toBe(1)
    })
    expect(await prismaItems(extended.ticket).where?.(defects).count()).toBe(1)
  })

  it('a list that Prisma cannot find again is refused', async () => {
    const { prisma } = await open()
    const list = (model: object, options: object) => prismaItems(model as never, options as object)

    expect(() => list(prisma.sample, { key: 'moment' })).toThrow('which is DateTime')
    expect(() => list(prisma.sample, { key: 'kind' })).toThrow('which is an enum')
    expect(() => list(prisma.ticket, { key: 'owner' })).toThrow('a relation of the model Ticket')
    expect(() =>
      list(prisma.ticket, { orderBy: { rank: { sort: 'asc', nulls: 'last' } } }),
    ).toThrow("write { field: 'asc' }")
    expect(() => list(prisma, {})).toThrow('pass prisma.ticket for the model Ticket')
    const ids = Array.from({ length: 40_000 }, (_, id) => id)
    const many = list(prisma.ticket, { where: { id: { in: ids } } })
    await expect(many.count()).rejects.toThrow('too many values for one statement')
    const limited = prisma.$extends({
      query: {
        // biome-ignore lint/suspicious/noExplicitAny: the generated types are not compiled.
        ticket: { findMany: ({ args, query }: any) => query({ ...args, take: 5 }) },
      },
    })
    await expect(list(limited.ticket, {}).count()).rejects.toThrow('a take or a skip')
  })

  it('great pages are read whole, by any number of keys', async () => {
    const { prisma } = await open()
    const names = Array.from({ length: 2500 }, (_, number) => ({ name: `n${number}` }))
    await prisma.person.createMany({ data: names })
    const items: AnyItems = prismaItems(prisma.person, { where: { name: { not: 'n7' } } } as object)

    const all = await prisma.person.findMany({ where: { name: { not: 'n7' } } })
    expect(await items.slice(0, null)).toEqual(all)
  })
})
