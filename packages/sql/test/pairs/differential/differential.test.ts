import { postgresMissing } from '@turnpike/test-support/postgres.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeFile, makeServer } from '../session.ts'
import { type Clients, type Difference, described, differenceOf, shrunk } from './compare.ts'
import { makeRecords } from './records.ts'
import { requestsOf } from './requests.ts'
import { openKysely, sources } from './sources.ts'
import { clientOf, type Lists } from './views.ts'

const requests = requestsOf(16, 2000)

testAnswers('SQLite', makeFile)
describe.skipIf(postgresMissing !== null)('with a server', () => {
  testAnswers('PostgreSQL', makeServer)
})

function testAnswers(database: string, make: typeof makeFile): void {
  describe(`all ORMs on ${database}`, () => {
    const closed: (() => Promise<void>)[] = []
    const clients: Record<string, Clients[string]> = {}
    const failures: unknown[] = []
    let faulty: Lists

    beforeAll(async () => {
      const { other, place, remove } = await make()
      closed.push(remove)
      await makeRecords(other)
      for (const [name, open] of Object.entries(sources)) {
        const { close, ...lists } = await open(place)
        closed.unshift(close)
        clients[name] = clientOf(lists, failures)
      }
      const { close, ...lists } = await openKysely(place)
      closed.unshift(close)
      faulty = lists
    })
    afterAll(async () => {
      for (const close of closed) await close()
    })

    it(`the same 2,000 list requests have the same answers by all ORMs on ${database}`, async () => {
      const differences = await differencesIn(clients)
      expect([...failures, ...differences]).toEqual([])
    }, 600_000)

    it(`a fault of one ORM on ${database} is found, and shrunk to the request that shows it`, async () => {
      const { Kysely } = clients
      if (Kysely === undefined) throw new Error('Kysely answers, too.')
      const withFault = clientOf({ all: ignoringMicroseconds(faulty.all), some: faulty.some })
      const found = await differencesIn({ Kysely, withFault }, 1)
      expect(found.length).toBe(1)
      expect(found[0]).toMatch(/^\/all\/\w+\/\?(\w+=[^&\n]*&)?madeAt\w*=[^&\n]*\n {2}Kysely: /)
    })
  })
}

/** The differences among the answers, shrunk and in words; at most so many. */
async function differencesIn(clients: Clients, most = 5): Promise<string[]> {
  const found: Difference[] = []
  for (let from = 0; from < requests.length && found.length < most; from += 8) {
    const some = requests.slice(from, from + 8)
    const differences = await Promise.all(some.map((one) => differenceOf(clients, one)))
    found.push(...differences.filter((one) => one !== null))
  }
  const smallest = await Promise.all(found.slice(0, most).map((one) => shrunk(clients, one)))
  return [...new Set(smallest.map(described))]
}

/** Reads moments in conditions as a library that has only milliseconds does. */
const ignoringMicroseconds = (items: Lists['all']): Lists['all'] => ({
  ...items,
  where: (condition) =>
    items.where?.(
      JSON.parse(JSON.stringify(condition), (_, value) =>
        typeof value === 'string' ? value.replace(/(\.\d{3})\d{3}/, '$1') : value,
      ),
    ) as Lists['all'],
})
