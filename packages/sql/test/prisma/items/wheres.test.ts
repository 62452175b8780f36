import { type Place, placesOf } from '@turnpike/test-support/placed.ts'
import {
  type AnyPrisma,
  openPrisma,
  type PrismaDatabase,
} from '@turnpike/test-support/prisma/open.ts'
import { describePrismaPairs } from '@turnpike/test-support/prisma/pairs.ts'
import fc from 'fast-check'
import type { KeysetWindow } from 'turnpike/kit'
import { expect, it } from 'vitest'
import { prismaItems } from '../../../src/prisma/index.ts'
import { type AnyItems, great } from '../ground.ts'

/** Characters that mean something in SQL, in patterns and in Prisma's statements. */
const texts = ['a', 'A', 'b', "'", '%', '_', '?', '$1', '"', '`', '\\', ' or 1=1', 'ä', '']

const text = fc.array(fc.constantFrom(...texts), { maxLength: 2 }).map((parts) => parts.join(''))

const rank = fc.integer({ min: 0, max: 5 })

const moment = fc.integer({ min: 0, max: 9 }).map((day) => new Date(Date.UTC(2026, 0, day + 1)))

const of = <Value>(name: string, value: fc.Arbitrary<Value>) =>
  value.map((one) => ({ [name]: one }))

const compared = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof(
    value,
    ...['lt', 'lte', 'gt', 'gte', 'not', 'equals'].map((operator) => of(operator, value)),
    ...['in', 'notIn'].map((operator) => of(operator, fc.array(value, { maxLength: 3 }))),
  )

function leaves(database: PrismaDatabase) {
  const isPostgres = database === 'postgresql'
  const matched = fc
    .tuple(fc.constantFrom('contains', 'startsWith', 'endsWith', 'equals'), text, fc.boolean())
    .filter(([operator, value, isLoose]) => !isPostgres || !isUnfinished(operator, value, isLoose))
    .map(([operator, value, isLoose]) => ({
      [operator]: value,
      ...(isPostgres && isLoose && { mode: 'insensitive' }),
    }))
  const person = fc.oneof(of('name', fc.oneof(text, matched)), of('email', fc.constant(null)))
  const path = isPostgres ? ['a'] : '$.a'
  return fc.oneof(
    of('rank', fc.oneof(compared(rank), fc.constant(null), of('not', fc.constant(null)))),
    of('title', fc.oneof(compared(text), matched)),
    of('isDone', fc.boolean()),
    of('number', compared(rank.map((add) => great + BigInt(add)))),
    of('price', compared(rank.map((whole) => `${whole}.50`))),
    of(
      'kind',
      fc.oneof(compared(fc.constantFrom('question', 'defect')).filter(isOfEnum), fc.constant(null)),
    ),
    of('created', compared(moment)),
    of('owner', fc.oneof(person, fc.constant(null), of('isNot', person), of('is', person))),
    of('labels', fc.oneof(...['some', 'none', 'every'].map((how) => of(how, of('name', text))))),
    of('details', fc.oneof(of('equals', fc.constantFrom({ a: 1 }, [1], 'x')))),
    of(
      'details',
      fc.oneof(rank, text).map((equals) => ({ path, equals })),
    ),
    of('AND', fc.constant([])),
    of('OR', fc.constant([])),
  )
}

/**
 * Prisma sends the texts of `endsWith` and of an insensitive `equals` as patterns, as they are.
 * PostgreSQL refuses one that ends in its escape character, if a row leads that far: `findMany`
 * fails, too.
 */
const isUnfinished = (operator: string, value: string, isLoose: boolean) =>
  (operator === 'endsWith' || (operator === 'equals' && isLoose)) &&
  /(?<!\\)(?:\\\\)*\\$/.test(value)

/** Enums have no order in Prisma. */
const isOfEnum = (value: unknown) =>
  typeof value === 'string' || !['lt', 'lte', 'gt', 'gte'].some((name) => name in (value as object))

const wheres = (database: PrismaDatabase) =>
  fc.letrec<{ where: object }>((tie) => ({
    where: fc.oneof(
      { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
      leaves(database) as fc.Arbitrary<object>,
      fc
        .tuple(
          fc.constantFrom('AND', 'OR', 'NOT'),
          fc.array(tie('where'), { minLength: 1, maxLength: 3 }),
        )
        .map(([operator, parts]) => ({ [operator]: parts })),
      fc.tuple(tie('where'), tie('where')).map(([one, other]) => ({ ...one, ...other })),
    ),
  })).where

async function addRows(prisma: AnyPrisma): Promise<void> {
  for (const name of texts) {
    await prisma.person.create({ data: { name, email: name === 'a' ? 'a@example.org' : null } })
    await prisma.label.create({ data: { name } })
  }
  const people = await prisma.person.findMany({ orderBy: { id: 'asc' } })
  for (let number = 0; number < 40; number++) {
    const title = `${texts[number % 7]}${texts[(number * 5) % 13]}`
    await prisma.ticket.create({
      data: {
        title,
        ownerId: number % 5 === 0 ? null : people[number % people.length].id,
        created: new Date(Date.UTC(2026, 0, (number % 9) + 1)),
        number: great + BigInt(number % 6),
        price: number % 4 === 0 ? null : `${number % 6}.50`,
        kind: [null, 'question', 'defect'][number % 3],
        isDone: number % 2 === 0,
        rank: number % 6 === 0 ? null : number % 5,
        details: [{ a: 1 }, { a: 'a' }, [1], 'x', undefined][number % 5],
        labels: { connect: [{ name: texts[number % 4] }, { name: texts[number % 6] }] },
      },
    })
  }
}

async function walk(items: AnyItems, limit: number): Promise<number[]> {
  const ordering = items.keyset?.complete(['-rank', 'title']) ?? []
  const ids: number[] = []
  let from: KeysetWindow['from'] = null
  for (;;) {
    const window: KeysetWindow = { ordering, from, includesFrom: false, backward: false, limit }
    const placed: Place<{ id: number }>[] = placesOf(await items.keyset?.read(window))
    ids.push(...idsOf(placed.map(({ item }) => item)))
    if (placed.length < limit) return ids
    from = placed.at(-1)?.position ?? null
  }
}

const idsOf = (items: readonly { id: number }[]) => items.map(({ id }) => id)

describePrismaPairs('where of prismaItems', ({ version, database }) => {
  it('any where gives the rows of findMany, by count, by pages and by cursors', async () => {
    const { prisma } = await openPrisma(version, database)
    await addRows(prisma)
    await fc.assert(
      fc.asyncProperty(wheres(database), async (where) => {
        const items: AnyItems = prismaItems(prisma.ticket, { where } as object)
        const expected = await prisma.ticket.findMany({ where, orderBy: { id: 'asc' } })
        expect(await items.count()).toBe(await prisma.ticket.count({ where }))
        expect(await items.slice(0, null)).toEqual(expected)
        expect(await items.slice(2, 5)).toEqual(expected.slice(2, 7))
        const orderBy = [{ rank: 'desc' }, { title: 'asc' }, { id: 'asc' }]
        expect(await walk(items, 6)).toEqual(
          idsOf(await prisma.ticket.findMany({ where, orderBy })),
        )
      }),
      { numRuns: 150 },
    )
  })
})
