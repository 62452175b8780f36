import type { AnyPrisma } from '@turnpike/test-support/prisma/open.ts'
import type { ItemSet } from 'turnpike'

// biome-ignore lint/suspicious/noExplicitAny: the generated types are outside of the compilation.
export type AnyItems = ItemSet<any>

/** Two people with thirty tickets: every third is bob's. Ranks have ties and nulls. */
export async function addTickets(prisma: AnyPrisma): Promise<{ ann: number; bob: number }> {
  const ann = await prisma.person.create({ data: { name: 'ann' } })
  const bob = await prisma.person.create({ data: { name: 'bob' } })
  for (let number = 0; number < 30; number++) {
    await prisma.ticket.create({
      data: {
        title: `t${number}`,
        ownerId: number % 3 === 0 ? bob.id : ann.id,
        rank: number % 5 || null,
        number: great + BigInt(number),
        kind: number % 2 ? 'defect' : 'question',
        isDone: number % 4 === 0,
      },
    })
  }
  return { ann: ann.id, bob: bob.id }
}

/** A number that JavaScript cannot hold. */
export const great = 9007199254740993n
