import { timeTravel } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import type { PrimaryLog } from '../../../src/kysely/replicas/primary-log.ts'
import { ReadingClient } from '../../../src/kysely/replicas/reading-client.ts'
import { ReadingClients } from '../../../src/kysely/replicas/reading-clients.ts'
import type { Replica } from '../../../src/kysely/replicas/replica.ts'

/** A log and replicas whose places the test sets. */
function servers(...names: readonly string[]) {
  const log = {
    position: 0n,
    asked: 0,
    async now() {
      log.asked++
      return log.position
    },
  }
  const replicas = names.map((name) => ({
    name,
    fault: null as string | null,
    epoch: 0,
    position: 0n,
    hasReached(position: bigint) {
      return this.position >= position
    },
    async reaches(position: bigint) {
      return this.position >= position
    },
  }))
  return {
    log,
    replicas,
    given: [log as unknown as PrimaryLog, replicas as unknown as Replica[]] as const,
  }
}

const nameOf = (place: Replica | null) => place?.name ?? 'primary'

describe('the place where a client reads', () => {
  it('a client begins at a replica, and stays there', async () => {
    const { given, log } = servers('a', 'b')
    const reader = new ReadingClient(...given, true)
    for (let read = 0; read < 3; read++) expect(nameOf(await reader.placeFor(null))).toBe('a')
    expect(log.asked).toBe(0)
  })

  it('a client that wrote leaves the primary when a replica has everything of now, not only the write', async () => {
    using time = timeTravel()
    const { given, log, replicas } = servers('a')
    const reader = new ReadingClient(...given, true)
    reader.enterPrimary()
    log.position = 10n
    reader.leavePrimary(true)
    expect(nameOf(await reader.placeFor(null))).toBe('primary')

    time.travel({ seconds: 0.2 })
    log.position = 20n
    Object.assign(replicas[0] ?? {}, { position: 10n })
    expect(nameOf(await reader.placeFor(null))).toBe('primary')
    // It does not ask for each request.
    const { asked } = log
    expect(nameOf(await reader.placeFor(null))).toBe('primary')
    expect(log.asked).toBe(asked)

    time.travel({ seconds: 2 })
    Object.assign(replicas[0] ?? {}, { position: 20n })
    expect(nameOf(await reader.placeFor(null))).toBe('a')
  })

  it('a client whose replica is passed over goes to another only if that has everything of now', async () => {
    using time = timeTravel()
    const { given, log, replicas } = servers('a', 'b')
    const reader = new ReadingClient(...given, true)
    await reader.placeFor(null)
    log.position = 5n
    Object.assign(replicas[0] ?? {}, { fault: 'it is gone' })
    expect(nameOf(await reader.placeFor(null))).toBe('primary')
    time.travel({ seconds: 2 })
    Object.assign(replicas[1] ?? {}, { position: 5n })
    expect(nameOf(await reader.placeFor(null))).toBe('b')
  })

  it('a client leaves a replica that was lost meanwhile, and may show an older state', async () => {
    const { given, log, replicas } = servers('a')
    const reader = new ReadingClient(...given, true)
    await reader.placeFor(null)
    log.position = 5n
    Object.assign(replicas[0] ?? {}, { epoch: 1, position: 4n })
    expect(nameOf(await reader.placeFor(null))).toBe('primary')
  })

  it('a client leaves the primary when none of its requests is there, which may see more meanwhile', async () => {
    const { given, replicas } = servers('a')
    Object.assign(replicas[0] ?? {}, { position: 100n })
    const reader = new ReadingClient(...given, false)
    reader.enterPrimary()
    const place = reader.placeFor(null)
    const first = await Promise.race([place, 'waits'])
    expect(first).toBe('waits')
    reader.leavePrimary(false)
    expect(nameOf(await place)).toBe('a')
  })

  it.each(['begins', 'begins and ends'])(
    'a client stays at the primary if a write %s while it waits for the replica',
    async (what) => {
      const { given, replicas, log } = servers('a')
      Object.assign(replicas[0] ?? {}, { position: 100n })
      const reader = new ReadingClient(...given, false)
      const asked = log.now
      log.now = async () => {
        reader.enterPrimary()
        if (what === 'begins and ends') reader.leavePrimary(true)
        return asked()
      }
      expect(nameOf(await reader.placeFor(null))).toBe('primary')
    },
  )

  it('a client does not read from a replica that lacks what another process has written', async () => {
    const { given, log, replicas } = servers('a')
    const reader = new ReadingClient(...given, true)
    log.position = 7n
    expect(nameOf(await reader.placeFor(7n))).toBe('primary')
    Object.assign(replicas[0] ?? {}, { position: 7n })
    expect(nameOf(await new ReadingClient(...given, true).placeFor(7n))).toBe('a')
  })
})

describe('the clients of a process', () => {
  it('clients are spread over the replicas, in all processes alike', async () => {
    const { given } = servers('a', 'b', 'c')
    const counts = new Map<string, number>()
    for (let client = 0; client < 300; client++) {
      const [one, other] = [new ReadingClients(...given, 1000), new ReadingClients(...given, 1000)]
      const name = nameOf(await one.of(`user:${client}`).placeFor(null))
      expect(nameOf(await other.of(`user:${client}`).placeFor(null))).toBe(name)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    expect([...counts.keys()].toSorted()).toEqual(['a', 'b', 'c'])
    expect(Math.min(...counts.values())).toBeGreaterThan(50)
  })

  it('clients are spread over replicas whose names are alike', async () => {
    const least: number[] = []
    for (let port = 35_000; port < 35_200; port += 2) {
      const names = [`127.0.0.1:${port}`, `127.0.0.1:${port + 1}`]
      const clients = new ReadingClients(...servers(...names).given, 1000)
      let first = 0
      for (let user = 0; user < 100; user++) {
        const place = await clients.of(`user:${user}`).placeFor(null)
        if (place?.name === names[0]) first++
      }
      least.push(Math.min(first, 100 - first))
    }
    expect(Math.min(...least)).toBeGreaterThan(25)
  })

  it('clients begin again when every replica has what they have seen', async () => {
    using time = timeTravel()
    const { given, log } = servers('a')
    const readers = new ReadingClients(...given, 10_000)
    const reader = readers.of('user:1')
    reader.enterPrimary()
    log.position = 10n
    reader.leavePrimary(true)
    time.travel({ seconds: 9 })
    expect(nameOf(await readers.of('user:1').placeFor(null))).toBe('primary')
    time.travel({ seconds: 11 })
    expect(nameOf(await readers.of('user:1').placeFor(null))).toBe('a')
  })
})
