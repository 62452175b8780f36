import { type SessionStore, type User, UserNotFound } from 'turnpike'
import { type ContractCase, contract } from '../contract.ts'
import { expectFailure, expectSame, expectThat, required } from '../expect.ts'
import { stranger } from '../users/fixtures.ts'
import { type OpenedSessions, openedWithAnn, type SessionChapter, start, week } from './fixtures.ts'
import { idleTime, lifetime } from './lifetime.ts'
import { perUser } from './per-user.ts'
import { deactivation, newPassword, outdatedSignIn } from './signed-in-user.ts'

/**
 * The contract of every `SessionStore`.
 *
 * @param open opens empty stores; the time of the sessions is that of `now`.
 */
export const sessionStoreContract = <U extends User>(
  open: (now: () => Date) => OpenedSessions<U> | Promise<OpenedSessions<U>>,
): ContractCase[] =>
  contract(
    () => openedWithAnn<SessionStore>(open),
    finding,
    ids,
    ending,
    lifetime,
    idleTime,
    perUser,
    newPassword,
    deactivation,
    outdatedSignIn,
  )

const finding: SessionChapter = (it) => {
  it('a session store finds a session by its id, with its user and times', async ({
    sessions,
    ann,
  }) => {
    const session = await sessions.create(ann)

    const expected = {
      id: session.id,
      user: ann,
      created: new Date(start),
      expires: new Date(start + 2 * week * 1000),
    }
    expectSame(session, expected, 'the created session')
    expectSame(await sessions.find(session.id), expected, 'what find() gives')
  })

  for (const id of ['', 'garbage', 'x'.repeat(43), 'é\0', "' or 1=1 --", 'x'.repeat(100_000)]) {
    const shown = JSON.stringify(id.slice(0, 12))
    it(`a session store finds no session by an unknown id of ${id.length} characters: ${shown}`, async ({
      sessions,
      ann,
    }) => {
      await sessions.create(ann)

      expectSame(await sessions.find(id), null, 'what find() gives')
      await sessions.end(id)
    })
  }

  it('a session store counts the sessions of a user that can be found', async ({
    sessions,
    users,
    setActive,
    ann,
    at,
  }) => {
    const bob = await users.create({ username: 'bob', password: 'builder' })
    expectSame(await sessions.count(ann), 0, 'the count before the first session')

    const { id } = await sessions.create(ann, { ageSeconds: 1000 })
    await sessions.create(ann, { ageSeconds: 2000 })
    await sessions.create(ann, { idleSeconds: 3000 })
    await sessions.create(bob)
    expectSame(await sessions.count(ann), 3, 'the count of three sessions')
    expectSame(await sessions.count(bob), 1, 'the count of another user')

    at(1500)
    expectSame(await sessions.find(id), null, 'a session whose time is over')
    expectSame(await sessions.count(ann), 2, 'the count when one has ended')
    at(2500)
    expectSame(await sessions.count(ann), 1, 'the count when two have ended')
    at(3500)
    expectSame(await sessions.count(ann), 0, 'the count when all have ended')

    await sessions.create(ann)
    await users.setPassword(ann, 'another')
    expectSame(await sessions.count(ann), 0, 'the count after the password was replaced')
    await setActive(bob, false)
    const inactive = await sessions.count({ ...bob, isActive: false })
    expectSame(inactive, 0, 'the count of an inactive user')
  })

  it('a session needs an existing user', async ({ sessions, ann }) => {
    await expectFailure(sessions.create(stranger(ann)), UserNotFound, 'create()')
  })
}

const ids: SessionChapter = (it) => {
  it('ids cannot be guessed: all differ, and 22 of their characters are random', async ({
    sessions,
    ann,
  }) => {
    const created = await Promise.all(Array.from({ length: 20 }, () => sessions.create(ann)))

    const ids = created.map(({ id }) => id)
    expectSame(new Set(ids).size, 20, 'the number of different ids')
    const places = Array.from(
      { length: Math.min(...ids.map((id) => id.length)) },
      (_, place) => new Set(ids.map((id) => id.charAt(place))),
    )
    const random = places.filter((characters) => characters.size > 4).length
    expectThat(random >= 22, `At least 22 characters of an id are random, not ${random}.`)
  })
}

const ending: SessionChapter = (it) => {
  it('an ended session is not found, and the others are', async ({ sessions, ann }) => {
    const ended = await sessions.create(ann)
    const other = await sessions.create(ann)

    await sessions.end(ended.id)

    expectSame(await sessions.find(ended.id), null, 'the ended session')
    required(await sessions.find(other.id), 'the other session')
  })

  it('a session store ends every session of one user', async ({ sessions, users, ann }) => {
    const ben = await users.create({ username: 'ben', password: 'builder' })
    const one = await sessions.create(ann)
    const two = await sessions.create(ann)
    const his = await sessions.create(ben)

    await sessions.endAll(ann)

    expectSame(await sessions.find(one.id), null, 'the first session')
    expectSame(await sessions.find(two.id), null, 'the second session')
    expectSame((await sessions.find(his.id))?.user, ben, 'the user of the session of another user')
  })

  it('a session that is ended while a request uses it does not come back', async ({
    sessions,
    ann,
    at,
  }) => {
    const { id } = await sessions.create(ann, { idleSeconds: 600 })
    at(120)

    await Promise.all([sessions.find(id), sessions.end(id), sessions.find(id)])

    expectSame(await sessions.find(id), null, 'the ended session')
  })
}
