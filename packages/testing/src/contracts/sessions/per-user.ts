import { expectFailure, expectSame, expectThat } from '../expect.ts'
import { foundOf, type SessionChapter } from './fixtures.ts'

/** How many sessions a user has at a time. */
export const perUser: SessionChapter = (it) => {
  it('a user has at most the allowed number of sessions; one more ends the oldest', async ({
    sessions,
    users,
    ann,
    at,
  }) => {
    const ben = await users.create({ username: 'ben', password: 'builder' })
    const his = await sessions.create(ben, { perUser: 1 })
    const started = []
    for (let moment = 0; moment < 5; moment++) {
      at(moment)
      started.push(await sessions.create(ann, { perUser: 3 }))
    }

    const found = await foundOf(sessions, started)
    expectSame(found, [false, false, true, true, true], 'which of five sessions are found')
    expectSame(await sessions.count(ann), 3, 'the count of sessions')
    expectSame(await foundOf(sessions, [his]), [true], 'whether that of another user is found')
  })

  it('a user has at most a hundred sessions by default, and any number when so configured', async ({
    sessions,
    ann,
  }) => {
    for (let index = 0; index < 105; index++) await sessions.create(ann, { perUser: null })
    expectSame(await sessions.count(ann), 105, 'the count without a limit')

    const last = await sessions.create(ann)

    expectSame(await sessions.count(ann), 100, 'the count with the default limit')
    expectSame(await foundOf(sessions, [last]), [true], 'whether the last one is found')
  })

  it('with one session a user, each login ends the one before it', async ({ sessions, ann }) => {
    const started = [
      await sessions.create(ann, { perUser: 1 }),
      await sessions.create(ann, { perUser: 1 }),
    ]

    expectSame(await foundOf(sessions, started), [false, true], 'which of two sessions are found')
  })

  it('the least recently used session ends first when uses are recorded', async ({
    sessions,
    ann,
    at,
  }) => {
    const limits = { idleSeconds: 1000, perUser: 2 }
    const used = await sessions.create(ann, limits)
    at(10)
    const unused = await sessions.create(ann, limits)
    at(200)
    await sessions.find(used.id)

    at(300)
    const last = await sessions.create(ann, limits)

    const found = await foundOf(sessions, [used, unused, last])
    expectSame(found, [true, false, true], 'whether the used, the unused and the last are found')
  })

  it('the limit of sessions holds when many start at once', async ({ sessions, ann }) => {
    await Promise.all(Array.from({ length: 20 }, () => sessions.create(ann, { perUser: 3 })))

    const count = await sessions.count(ann)
    expectThat(count >= 1 && count <= 3, `Of 20 sessions 1 to 3 are left, not ${count}.`)
  })

  it('the limit of sessions cannot be less than one', async ({ sessions, ann }) => {
    for (const perUser of [0, -1, 1.5, Number.NaN]) {
      await expectFailure(sessions.create(ann, { perUser }), null, `create() with ${perUser}`)
    }
    expectSame(await sessions.count(ann), 0, 'the count of sessions')
  })
}
