import type { AnyPrisma } from '@turnpike/test-support/prisma/open.ts'

/** The names of all people in the order in which they were created. */
export async function namesOf(prisma: AnyPrisma): Promise<string[]> {
  const people = await prisma.person.findMany({ orderBy: { id: 'asc' } })
  return people.map(({ name }: { name: string }) => name)
}

/** What the promise is rejected with; null: it is not. */
// biome-ignore lint/suspicious/noExplicitAny: an error of Prisma, the driver or the test.
export const failureOf = (promise: Promise<unknown>): Promise<any> =>
  promise.then(
    () => null,
    (error) => error,
  )
