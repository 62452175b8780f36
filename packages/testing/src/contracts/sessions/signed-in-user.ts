import { SignInOutdated } from 'turnpike'
import { expectFailure, expectSame, required } from '../expect.ts'
import { foundOf, type SessionChapter, verifiedAnn } from './fixtures.ts'

/** What happens to sessions when the password of their user changes. */
export const newPassword: SessionChapter = (it) => {
  it('a new password signs all sessions out', async ({ sessions, users, ann }) => {
    const before = await sessions.create(ann)

    await users.setPassword(ann, 'looking-glass')
    const after = await sessions.create(ann)

    const found = await foundOf(sessions, [before, after])
    expectSame(found, [false, true], 'whether sessions from before and after are found')
  })

  it('setting the same password again, or none, signs all sessions out', async ({
    sessions,
    users,
    ann,
  }) => {
    const first = await sessions.create(ann)
    await users.setPassword(ann, 'wonderland')
    const second = await sessions.create(ann)
    await users.setPassword(ann, null)
    const third = await sessions.create(ann)

    const found = await foundOf(sessions, [first, second, third])
    expectSame(found, [false, false, true], 'which of the three sessions are found')
  })
}

/** What happens to sessions when their user is made inactive. */
export const deactivation: SessionChapter = (it) => {
  it('a user made inactive has no sessions, and no old ones when active again', async ({
    sessions,
    users,
    ann,
  }) => {
    const ben = await users.create({ username: 'ben', password: 'builder' })
    const hers = await sessions.create(ann)
    const his = await sessions.create(ben)

    await users.setActive(ann, false)
    expectSame(await sessions.find(hers.id), null, 'the session of an inactive user')

    await users.setActive(ann, true)
    expectSame(await sessions.find(hers.id), null, 'the session when its user is active again')
    required(await sessions.find(his.id), 'the session of another user')
  })

  it('a session unused while its user was inactive stays ended', async ({
    sessions,
    users,
    ann,
  }) => {
    const before = await sessions.create(ann)

    await users.setActive(ann, false)
    await users.setActive(ann, true)

    const after = await sessions.create(ann)
    const found = await foundOf(sessions, [before, after])
    expectSame(found, [false, true], 'whether sessions from before and after are found')
  })

  it('a session ends for good at its next request when its user was made inactive by other means', async ({
    sessions,
    ann,
    setActive,
  }) => {
    const { id } = await sessions.create(ann)

    await setActive(ann, false)
    expectSame(await sessions.find(id), null, 'the session of an inactive user')
    await setActive(ann, true)
    expectSame(await sessions.find(id), null, 'the session when its user is active again')
  })
}

/** What happens to a sign-in that is under way while its user changes. */
export const outdatedSignIn: SessionChapter = (it) => {
  it('a password that was replaced after it was verified starts no session', async ({
    sessions,
    users,
    ann,
  }) => {
    const verified = await verifiedAnn(users, 'wonderland')
    await users.setPassword(ann, 'looking-glass')

    const outdated = sessions.create(verified.user, verified)
    await expectFailure(outdated, SignInOutdated, 'create() with the stamp from before')
    expectSame(await sessions.count(ann), 0, 'the count of sessions')
    const again = await verifiedAnn(users, 'looking-glass')
    const { id } = await sessions.create(again.user, again)
    expectSame((await sessions.find(id))?.user, ann, 'the user of a session with the new stamp')
  })

  it('a user made inactive after the password was verified gets no session, nor when active again', async ({
    sessions,
    users,
    ann,
  }) => {
    const verified = await verifiedAnn(users, 'wonderland')
    const create = () => sessions.create(verified.user, verified)

    await users.setActive(ann, false)
    await expectFailure(create(), SignInOutdated, 'create() for an inactive user')
    await users.setActive(ann, true)
    await expectFailure(create(), SignInOutdated, 'create() with the stamp from before')
    expectSame(await sessions.count(ann), 0, 'the count of sessions')
  })

  it('an inactive user gets no session', async ({ sessions, users, ann }) => {
    await users.setActive(ann, false)

    await expectFailure(sessions.create(ann), SignInOutdated, 'create() for an inactive user')
  })

  it('a sign-in under way when the user is made inactive leaves no session, even when active again', async ({
    sessions,
    users,
    ann,
  }) => {
    for (let round = 0; round < 10; round++) {
      const verified = await verifiedAnn(users, 'wonderland')
      const signIn = () => sessions.create(verified.user, verified).catch(() => null)
      const deactivation = users.setActive(ann, false)
      const started = await Promise.all([signIn(), signIn(), deactivation.then(signIn)])
      await users.setActive(ann, true)

      expectSame(await sessions.count(ann), 0, 'the count of sessions')
      const left = await foundOf(
        sessions,
        started.filter((session) => session !== null),
      )
      expectSame(left.includes(true), false, 'whether any of the sessions is found')
    }
  })
}
