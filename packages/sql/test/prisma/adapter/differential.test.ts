import { type AnyPrisma, openPrisma } from '@turnpike/test-support/prisma/open.ts'
import { describePrismaPairs } from '@turnpike/test-support/prisma/pairs.ts'
import { expect, it } from 'vitest'
import { operationsOn } from './operations.ts'
import { failureOf } from './people.ts'
import { columnsOf, samplesFor } from './samples.ts'

/*
 * Our adapter beside Prisma's own, on the same tables: each operation is sent to both, one after
 * the other, and rolled back by the end of its transaction, so that both find the same rows.
 */
describePrismaPairs('beside the adapter of Prisma', ({ version, database }) => {
  const samples = samplesFor(database)

  async function openBoth() {
    const { prisma, openPlain } = await openPrisma(version, database)
    return { own: prisma, plain: await openPlain() }
  }

  it('rows of every type are stored and read alike', async () => {
    const { own, plain } = await openBoth()
    for (const [index, data] of samples.entries()) {
      const [writer, reader] = index % 2 === 0 ? [own, plain] : [plain, own]
      const { id, ...written } = await writer.sample.create({ data })
      expect(await reader.sample.findUnique({ where: { id } })).toEqual({ id, ...written })
    }

    const stored = (prisma: AnyPrisma) => prisma.sample.findMany({ orderBy: { id: 'asc' } })
    expect(await stored(own)).toEqual(await stored(plain))
    expect(await stored(own)).toHaveLength(samples.length)
  })

  it('a row written by either is the same in the database', async () => {
    const { own, plain } = await openBoth()
    for (const data of samples) {
      await own.sample.create({ data })
      await plain.sample.create({ data })
    }
    const typeOf = (name: string) =>
      database === 'sqlite' ? `typeof("${name}")` : `pg_typeof("${name}")::text`
    const values = columnsOf(database).flatMap((name) => [
      `${typeOf(name)} as "${name} is"`,
      `cast("${name}" as text) as "${name}"`,
    ])

    const rows = await plain.$queryRawUnsafe(`select ${values.join(', ')} from samples order by id`)
    expect(rows).toHaveLength(2 * samples.length)
    for (let index = 0; index < rows.length; index += 2) {
      expect(rows[index]).toEqual(rows[index + 1])
    }
  })

  it('every operation has the same result or the same error', async () => {
    const { own, plain } = await openBoth()
    for (const data of samples) await plain.sample.create({ data })
    await plain.person.create({
      data: {
        name: 'ann',
        tickets: { create: [{ title: 'a', labels: { create: [{ name: 'x' }, { name: 'y' }] } }] },
        memberships: { create: { team: 'red', role: 'lead' } },
      },
    })
    await plain.person.create({ data: { name: 'bob', tickets: { create: { title: 'b' } } } })

    const outcome = async (prisma: AnyPrisma, run: (tx: AnyPrisma) => Promise<unknown>) => {
      const result: { value?: unknown; error?: unknown } = {}
      const work = prisma.$transaction(async (tx: AnyPrisma) => {
        result.value = await run(tx)
        throw new RolledBack()
      })
      const error = await failureOf(work)
      if (!(error instanceof RolledBack)) result.error = described(error)
      return result
    }

    let failed = 0
    const operations = operationsOn(database)
    for (const [name, run] of operations) {
      const expected = await outcome(plain, run)
      expect(await outcome(own, run), name).toEqual(expected)
      if (expected.error !== undefined) failed++
    }
    // Most succeed, and those that should fail do.
    expect(operations.length - failed).toBeGreaterThan(60)
    expect(failed).toBeGreaterThan(6)
  })

  it('a read outside of a transaction has the same result or the same error', async () => {
    const { own, plain } = await openBoth()
    for (const data of samples) await plain.sample.create({ data })
    for (const [name, run] of operationsOn(database)) {
      if (!name.startsWith('read')) continue
      const [ours, theirs] = await Promise.allSettled([run(own), run(plain)])
      expect(settled(ours), name).toEqual(settled(theirs))
    }
  })
})

const settled = (result: PromiseSettledResult<unknown>): unknown =>
  result.status === 'fulfilled' ? result.value : described(result.reason)

class RolledBack extends Error {}

/** What an application sees of an error, without the numbers of rows and lines. */
const described = (error: { name: string; code?: string; meta?: Meta; message: string }) => ({
  name: error.name,
  code: error.code,
  kind: error.meta?.driverAdapterError?.cause,
  modelName: error.meta?.modelName,
  message: error.message.split('\n').at(-1),
})

interface Meta {
  readonly driverAdapterError?: { readonly cause: unknown }
  readonly [name: string]: unknown
}
