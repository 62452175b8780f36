import { quick } from '@turnpike/test-support/accounts.ts'
import { describe, expect, it } from 'vitest'
import { memoryAccounts, memorySessions } from '../../../src/index.ts'

async function open(maxSessions?: number) {
  let seconds = 0
  const { users, tokens } = memoryAccounts({ passwords: quick })
  const ann = await users.create({ username: 'ann', password: 'wonderland' })
  const now = () => new Date(seconds * 1000)
  return {
    users,
    tokens,
    ann,
    sessions: memorySessions({ users, now, ...(maxSessions && { maxSessions }) }),
    at: (moment: number) => {
      seconds = moment
    },
  }
}

describe('sessions in memory', () => {
  it('sessions in memory are bounded: the one unused for longest is evicted', async () => {
    const { sessions, ann } = await open(3)
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => sessions.create(ann)))
    await sessions.find(first?.id ?? '')

    const fourth = await sessions.create(ann)

    const found = await Promise.all(
      [first, second, third, fourth].map((session) => sessions.find(session?.id ?? '')),
    )
    expect(found.map((session) => session !== null)).toEqual([true, false, true, true])
  })

  it('expired sessions in memory are evicted first', async () => {
    const { sessions, ann, at } = await open(2)
    const lasting = await sessions.create(ann)
    await sessions.create(ann, { ageSeconds: 10 })

    at(10)
    await sessions.create(ann)

    expect(await sessions.find(lasting.id)).not.toBeNull()
  })
})

describe('an inactive user in memory', () => {
  it('an inactive user in memory is found as inactive by name, password and token', async () => {
    const { users, tokens, ann } = await open()
    const { key } = await tokens.getOrCreate(ann)

    await users.setActive(ann, false)

    expect((await users.find('ann'))?.isActive).toBe(false)
    expect((await users.verify('ann', 'wonderland'))?.user.isActive).toBe(false)
    expect((await tokens.find(key))?.user.isActive).toBe(false)
    expect((await tokens.getOrCreate(ann)).key).toBe(key)
  })
})
