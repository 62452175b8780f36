import { expectFailure, expectSame, required } from '../expect.ts'
import { type SessionChapter, start, week } from './fixtures.ts'

/** How long sessions last. */
export const lifetime: SessionChapter = (it) => {
  it('a session lasts two weeks by default, however often it is used', async ({
    sessions,
    ann,
    at,
  }) => {
    const { id } = await sessions.create(ann)

    at(week)
    required(await sessions.find(id), 'the session after a week')
    at(2 * week - 1)
    required(await sessions.find(id), 'the session a second before its end')
    at(2 * week)
    expectSame(await sessions.find(id), null, 'the session after two weeks')
  })

  it('a session lasts as long as it was created to', async ({ sessions, ann, at }) => {
    const { id, expires } = await sessions.create(ann, { ageSeconds: 60 })

    expectSame(expires, new Date(start + 60_000), 'the end of the session')
    at(59)
    required(await sessions.find(id), 'the session a second before its end')
    at(60)
    expectSame(await sessions.find(id), null, 'the session at its end')
  })

  for (const unfit of [
    { ageSeconds: 0 },
    { ageSeconds: 1.5 },
    { idleSeconds: 0 },
    { idleSeconds: -1 },
  ]) {
    it(`the lifetime of a session cannot be ${JSON.stringify(unfit)}`, async ({
      sessions,
      ann,
    }) => {
      await expectFailure(sessions.create(ann, unfit), null, 'create()')
    })
  }
}

/** How sessions end that are not used. */
export const idleTime: SessionChapter = (it) => {
  it('a session ends when unused for the idle time, and continues with each request', async ({
    sessions,
    ann,
    at,
  }) => {
    const { id } = await sessions.create(ann, { idleSeconds: 600 })
    const unused = await sessions.create(ann, { idleSeconds: 600 })

    for (const moment of [599, 1198, 1797, 1797 + 599]) {
      at(moment)
      required(await sessions.find(id), `the session after ${moment} seconds`)
    }
    at(1797 + 599 + 600)
    expectSame(await sessions.find(id), null, 'the session after the idle time')
    expectSame(await sessions.find(unused.id), null, 'a session that was never used')
  })

  it('a use within a minute of the one before may be forgotten, and no later one', async ({
    sessions,
    ann,
    at,
  }) => {
    const { id } = await sessions.create(ann, { idleSeconds: 600 })

    at(60)
    await sessions.find(id)
    at(659)
    required(await sessions.find(id), 'the session that was used after a minute')
  })

  it('a session ends at its maximum age in spite of constant use', async ({
    sessions,
    ann,
    at,
  }) => {
    const { id } = await sessions.create(ann, { ageSeconds: 1000, idleSeconds: 600 })

    at(500)
    required(await sessions.find(id), 'the session at half of its age')
    at(1000)
    expectSame(await sessions.find(id), null, 'the session at its maximum age')
  })
}
