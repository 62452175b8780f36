import { describe, expect, it, onTestFinished } from 'vitest'
import { type Account, type SessionStore, SignInOutdated, type UserStore } from '../../../index.ts'

export interface OpenedSessions {
  sessions: SessionStore<Account>
  users: UserStore<Account>
  /** Switches a user off or on, not through the session store. */
  setActive(user: Account, isActive: boolean): Promise<void>
  close(): Promise<void>
}

/** Opens an empty store whose time is that of `now`. The test closes it. */
export type OpenSessions = (now: () => Date) => Promise<OpenedSessions>

const start = Date.parse('2026-11-01T12:00:00Z')
const week = 7 * 24 * 3600

/** What every session store does. */
export function testSessionStore(name: string, openSessions: OpenSessions): void {
  async function open() {
    let seconds = 0
    const store = await openSessions(() => new Date(start + seconds * 1000))
    onTestFinished(store.close)
    const ann = await store.users.create({ username: 'ann', password: 'wonderland' })
    return {
      ...store,
      ann,
      at: (moment: number) => {
        seconds = moment
      },
    }
  }

  describe(`session store: ${name}`, () => {
    it('finds a session by its id, with its user and times', async () => {
      const { sessions, ann } = await open()

      const session = await sessions.create(ann)

      expect(session).toEqual({
        id: session.id,
        user: ann,
        created: new Date(start),
        expires: new Date(start + 2 * week * 1000),
      })
      expect(await sessions.find(session.id)).toEqual(session)
    })

    it('counts the sessions of a user that can be found', async () => {
      const { sessions, users, setActive, ann, at } = await open()
      const bob = await users.create({ username: 'bob', password: 'builder' })
      expect(await sessions.count(ann)).toBe(0)

      const { id } = await sessions.create(ann, { ageSeconds: 1000 })
      await sessions.create(ann, { ageSeconds: 2000 })
      await sessions.create(ann, { idleSeconds: 3000 })
      await sessions.create(bob)
      expect(await sessions.count(ann)).toBe(3)
      expect(await sessions.count(bob)).toBe(1)

      at(1500)
      expect(await sessions.find(id)).toBeNull()
      expect(await sessions.count(ann)).toBe(2)
      at(2500)
      expect(await sessions.count(ann)).toBe(1)
      at(3500)
      expect(await sessions.count(ann)).toBe(0)

      await sessions.create(ann)
      await users.setPassword(ann, 'another')
      expect(await sessions.count(ann)).toBe(0)
      await setActive(bob, false)
      expect(await sessions.count({ ...bob, isActive: false })).toBe(0)
    })

    it('a session store gives ids of 256 bits that were never used before', async () => {
      const { sessions, ann } = await open()

      const created = await Promise.all(Array.from({ length: 20 }, () => sessions.create(ann)))

      const ids = created.map(({ id }) => id)
      expect(new Set(ids).size).toBe(20)
      for (const id of ids) expect(id).toMatch(/^[\w-]{43}$/)
    })

    it('gives ids that are random in each of their characters', async () => {
      const { sessions, ann } = await open()

      const created = await Promise.all(Array.from({ length: 20 }, () => sessions.create(ann)))

      for (let place = 0; place < 43; place++) {
        const characters = new Set(created.map(({ id }) => id.charAt(place)))
        expect(characters.size, `character ${place}`).toBeGreaterThan(4)
      }
    })

    it.each(['', 'garbage', 'x'.repeat(43), 'x'.repeat(100_000), 'é\0', "' or 1=1 --"])(
      'finds nothing under an id that it has not given: %.20j',
      async (id) => {
        const { sessions, ann } = await open()
        await sessions.create(ann)

        expect(await sessions.find(id)).toBeNull()
        await sessions.end(id)
      },
    )

    it('finds no session that was ended, and still the others', async () => {
      const { sessions, ann } = await open()
      const ended = await sessions.create(ann)
      const other = await sessions.create(ann)

      await sessions.end(ended.id)

      expect(await sessions.find(ended.id)).toBeNull()
      expect(await sessions.find(other.id)).not.toBeNull()
    })

    it('ends every session of one user', async () => {
      const { sessions, users, ann } = await open()
      const ben = await users.create({ username: 'ben', password: 'builder' })
      const [one, two] = [await sessions.create(ann), await sessions.create(ann)]
      const his = await sessions.create(ben)

      await sessions.endAll(ann)

      expect(await sessions.find(one.id)).toBeNull()
      expect(await sessions.find(two.id)).toBeNull()
      expect((await sessions.find(his.id))?.user).toEqual(ben)
    })

    describe('lifetime', () => {
      it('a session lasts two weeks by default, however often it is used', async () => {
        const { sessions, ann, at } = await open()
        const { id } = await sessions.create(ann)

        at(week)
        expect(await sessions.find(id)).not.toBeNull()
        at(2 * week - 1)
        expect(await sessions.find(id)).not.toBeNull()
        at(2 * week)
        expect(await sessions.find(id)).toBeNull()
      })

      it('a session lasts as long as it was created to', async () => {
        const { sessions, ann, at } = await open()
        const { id, expires } = await sessions.create(ann, { ageSeconds: 60 })

        expect(expires).toEqual(new Date(start + 60_000))
        at(59)
        expect(await sessions.find(id)).not.toBeNull()
        at(60)
        expect(await sessions.find(id)).toBeNull()
      })

      it('a session ends when unused for the idle time, and continues with each request', async () => {
        const { sessions, ann, at } = await open()
        const { id } = await sessions.create(ann, { idleSeconds: 600 })
        const idle = await sessions.create(ann, { idleSeconds: 600 })

        for (const moment of [599, 1198, 1797]) {
          at(moment)
          expect(await sessions.find(id)).not.toBeNull()
        }
        at(1797 + 599)
        expect(await sessions.find(id)).not.toBeNull()
        at(1797 + 599 + 600)
        expect(await sessions.find(id)).toBeNull()
        expect(await sessions.find(idle.id)).toBeNull()
      })

      it('counts a use from the minute before on as the one before', async () => {
        const { sessions, ann, at } = await open()
        const { id } = await sessions.create(ann, { idleSeconds: 600 })

        at(59)
        await sessions.find(id)
        at(600)
        expect(await sessions.find(id)).toBeNull()
      })

      it('counts a use after a minute', async () => {
        const { sessions, ann, at } = await open()
        const { id } = await sessions.create(ann, { idleSeconds: 600 })

        at(60)
        await sessions.find(id)
        at(659)
        expect(await sessions.find(id)).not.toBeNull()
      })

      it('a session ends at its maximum age in spite of constant use', async () => {
        const { sessions, ann, at } = await open()
        const { id } = await sessions.create(ann, { ageSeconds: 1000, idleSeconds: 600 })

        at(500)
        expect(await sessions.find(id)).not.toBeNull()
        at(1000)
        expect(await sessions.find(id)).toBeNull()
      })

      it.each([{ ageSeconds: 0 }, { ageSeconds: 1.5 }, { idleSeconds: 0 }, { idleSeconds: -1 }])(
        'the lifetime of a session cannot be %j',
        async (lifetime) => {
          const { sessions, ann } = await open()

          await expect(sessions.create(ann, lifetime)).rejects.toThrow('at least 1')
        },
      )
    })

    it('a session that is ended while a request uses it does not come back', async () => {
      const { sessions, ann, at } = await open()
      const { id } = await sessions.create(ann, { idleSeconds: 600 })
      at(120)

      await Promise.all([sessions.find(id), sessions.end(id), sessions.find(id)])

      expect(await sessions.find(id)).toBeNull()
    })

    describe('sessions of one user', () => {
      const live = async (sessions: SessionStore<Account>, started: readonly { id: string }[]) => {
        const found = await Promise.all(started.map(({ id }) => sessions.find(id)))
        return found.map((session) => session !== null)
      }

      it('a user has at most the allowed number of sessions; one more ends the oldest', async () => {
        const { sessions, users, ann, at } = await open()
        const ben = await users.create({ username: 'ben', password: 'builder' })
        const his = await sessions.create(ben, { perUser: 1 })
        const started = []
        for (let moment = 0; moment < 5; moment++) {
          at(moment)
          started.push(await sessions.create(ann, { perUser: 3 }))
        }

        expect(await live(sessions, started)).toEqual([false, false, true, true, true])
        expect(await sessions.count(ann)).toBe(3)
        expect(await live(sessions, [his])).toEqual([true])
      })

      it('a user has at most a hundred sessions by default, and any number when so configured', async () => {
        const { sessions, ann } = await open()
        for (let index = 0; index < 105; index++) await sessions.create(ann, { perUser: null })
        expect(await sessions.count(ann)).toBe(105)

        const last = await sessions.create(ann)

        expect(await sessions.count(ann)).toBe(100)
        expect(await live(sessions, [last])).toEqual([true])
      })

      it('with one session a user, each login ends the one before it', async () => {
        const { sessions, ann } = await open()

        const started = [
          await sessions.create(ann, { perUser: 1 }),
          await sessions.create(ann, { perUser: 1 }),
        ]

        expect(await live(sessions, started)).toEqual([false, true])
      })

      it('the least recently used session ends first when uses are recorded', async () => {
        const { sessions, ann, at } = await open()
        const lifetime = { idleSeconds: 1000, perUser: 2 }
        const used = await sessions.create(ann, lifetime)
        at(10)
        const unused = await sessions.create(ann, lifetime)
        at(200)
        await sessions.find(used.id)

        at(300)
        const last = await sessions.create(ann, lifetime)

        expect(await live(sessions, [used, unused, last])).toEqual([true, false, true])
      })

      it('the limit of sessions holds when many start at once', async () => {
        const { sessions, ann } = await open()

        await Promise.all(Array.from({ length: 20 }, () => sessions.create(ann, { perUser: 3 })))

        expect(await sessions.count(ann)).toBeLessThanOrEqual(3)
        expect(await sessions.count(ann)).toBeGreaterThan(0)
      })

      it('the limit of sessions cannot be less than one', async () => {
        const { sessions, ann } = await open()

        for (const perUser of [0, -1, 1.5, Number.NaN]) {
          await expect(sessions.create(ann, { perUser })).rejects.toThrow(
            'perUser must be a whole number of at least 1, or null',
          )
        }
        expect(await sessions.count(ann)).toBe(0)
      })
    })

    describe('the user', () => {
      it('signs all sessions out by a new password', async () => {
        const { sessions, users, ann } = await open()
        const before = await sessions.create(ann)

        await users.setPassword(ann, 'looking-glass')
        const after = await sessions.create(ann)

        expect(await sessions.find(before.id)).toBeNull()
        expect(await sessions.find(after.id)).not.toBeNull()
      })

      it('setting the same password again, or none, signs all sessions out', async () => {
        const { sessions, users, ann } = await open()
        const first = await sessions.create(ann)
        await users.setPassword(ann, 'wonderland')
        const second = await sessions.create(ann)
        await users.setPassword(ann, null)
        const third = await sessions.create(ann)

        expect(await sessions.find(first.id)).toBeNull()
        expect(await sessions.find(second.id)).toBeNull()
        expect(await sessions.find(third.id)).not.toBeNull()
      })

      it('a user made inactive has no sessions, and no old ones when active again', async () => {
        const { sessions, users, ann } = await open()
        const ben = await users.create({ username: 'ben', password: 'builder' })
        const hers = await sessions.create(ann)
        const his = await sessions.create(ben)

        await users.setActive(ann, false)

        expect(await sessions.find(hers.id)).toBeNull()
        await users.setActive(ann, true)
        expect(await sessions.find(hers.id)).toBeNull()
        expect(await sessions.find(his.id)).not.toBeNull()
      })

      it('a session unused while its user was inactive stays ended', async () => {
        const { sessions, users, ann } = await open()
        const hers = await sessions.create(ann)

        await users.setActive(ann, false)
        await users.setActive(ann, true)

        expect(await sessions.find(hers.id)).toBeNull()
        expect(await sessions.find((await sessions.create(ann)).id)).not.toBeNull()
      })

      it('a session ends for good at its next request when its user was made inactive by other means', async () => {
        const { sessions, ann, setActive } = await open()
        const hers = await sessions.create(ann)

        await setActive(ann, false)
        expect(await sessions.find(hers.id)).toBeNull()
        await setActive(ann, true)
        expect(await sessions.find(hers.id)).toBeNull()
      })

      it('gets no session by a password that was replaced after it was verified', async () => {
        const { sessions, users, ann } = await open()
        const verified = await verify(users, 'wonderland')
        await users.setPassword(ann, 'looking-glass')

        await expect(sessions.create(verified.user, verified)).rejects.toThrow(SignInOutdated)
        expect(await sessions.count(ann)).toBe(0)
        const again = await verify(users, 'looking-glass')
        const { id } = await sessions.create(again.user, again)
        expect(await sessions.find(id)).toMatchObject({ user: ann })
      })

      it('a user made inactive after the password was verified gets no session, nor when active again', async () => {
        const { sessions, users, ann } = await open()
        const verified = await verify(users, 'wonderland')

        await users.setActive(ann, false)
        await expect(sessions.create(verified.user, verified)).rejects.toThrow(SignInOutdated)
        await users.setActive(ann, true)
        await expect(sessions.create(verified.user, verified)).rejects.toThrow(SignInOutdated)
        expect(await sessions.count(ann)).toBe(0)
      })

      it('gets no session while inactive', async () => {
        const { sessions, users, ann } = await open()
        await users.setActive(ann, false)

        await expect(sessions.create(ann)).rejects.toThrow(SignInOutdated)
      })

      it('a sign-in under way when the user is made inactive leaves no session, even when active again', async () => {
        const { sessions, users, ann } = await open()

        for (let round = 0; round < 10; round++) {
          const verified = await verify(users, 'wonderland')
          const signIn = () => sessions.create(verified.user, verified).catch(() => null)
          const deactivation = users.setActive(ann, false)
          const started = await Promise.all([signIn(), signIn(), deactivation.then(signIn)])
          await users.setActive(ann, true)

          expect(await sessions.count(ann)).toBe(0)
          for (const session of started) {
            if (session) expect(await sessions.find(session.id)).toBeNull()
          }
        }
      })

      it('a session needs an existing user', async () => {
        const { sessions, ann } = await open()

        await expect(sessions.create({ ...ann, pk: 999 })).rejects.toThrow('pk 999')
      })
    })
  })
}

async function verify(users: UserStore<Account>, password: string) {
  const verified = await users.verify('ann', password)
  if (verified === null) throw new Error(`${password} is not ann's password.`)
  return verified
}
