import { SignInOutdated, type User, UserNotFound } from 'turnpike'
import { type ContractCase, contract } from '../contract.ts'
import { expectFailure, expectSame, required } from '../expect.ts'
import { stranger } from '../users/fixtures.ts'
import { at, family, type OpenedRefreshTokens, type RefreshChapter, token } from './fixtures.ts'
import { userOfFamily } from './user-of-family.ts'

/**
 * The contract of every `RefreshTokenStore`.
 *
 * @param open opens empty stores.
 */
export const refreshTokenStoreContract = <U extends User>(
  open: () => OpenedRefreshTokens<U> | Promise<OpenedRefreshTokens<U>>,
): ContractCase[] =>
  contract(
    async () => {
      const opened: OpenedRefreshTokens = await open()
      const { refreshTokens, users } = opened
      return {
        refreshTokens,
        users,
        ann: await users.create({ username: 'ann', password: 'wonderland' }),
        setActive: (user: User, isActive: boolean) =>
          opened.setActive?.(user, isActive) ?? users.setActive(user, isActive),
        close: () => opened.close?.(),
      }
    },
    finding,
    replacing,
    ending,
    limits,
    userOfFamily,
  )

const finding: RefreshChapter = (it) => {
  it('a store of refresh tokens finds a family by its id, with its user, scopes and times', async ({
    refreshTokens,
    ann,
  }) => {
    await refreshTokens.start(ann, family('one', { scopes: ['notes:read', 'notes:write'] }), null)
    await refreshTokens.start(ann, family('two', { scopes: [] }), null)
    await refreshTokens.start(ann, family('three'), null)

    const expected = { ...family('one'), user: ann, created: at(0), previous: null }
    const scopes = ['notes:read', 'notes:write']
    expectSame(await refreshTokens.find('one'), { ...expected, scopes }, 'the family with scopes')
    expectSame((await refreshTokens.find('two'))?.scopes, [], 'an empty list of scopes')
    expectSame((await refreshTokens.find('three'))?.scopes, null, 'the absence of scopes')
  })

  it('a store of refresh tokens finds no family by an unknown id', async ({
    refreshTokens,
    ann,
  }) => {
    await refreshTokens.start(ann, family('one'), null)

    for (const id of ['', 'two', 'ONE', "' or 1=1 --", 'x'.repeat(10_000)]) {
      expectSame(
        await refreshTokens.find(id),
        null,
        `the family ${JSON.stringify(id).slice(0, 20)}`,
      )
    }
  })

  it('families of refresh tokens that expired are deleted when another one starts', async ({
    refreshTokens,
    ann,
  }) => {
    await refreshTokens.start(ann, family('expired'), null)
    await refreshTokens.start(ann, family('longer', { expires: at(601) }), null)

    const next = { ...token('next'), issued: at(600), expires: at(1200) }
    await refreshTokens.start(ann, family('next', next), null)

    expectSame(await refreshTokens.find('expired'), null, 'the expired family')
    required(await refreshTokens.find('longer'), 'the family with a second left')
  })
}

const replacing: RefreshChapter = (it) => {
  it('a refresh token is replaced by the next one of its family', async ({
    refreshTokens,
    ann,
  }) => {
    await refreshTokens.start(ann, family('one'), null)

    const isReplaced = await refreshTokens.replace('one', 'first', token('second', 60))

    expectSame(isReplaced, true, 'what replace() gives')
    const expected = { ...family('one', token('second', 60)), user: ann, created: at(0) }
    expectSame(await refreshTokens.find('one'), { ...expected, previous: 'first' }, 'the family')
  })

  it('a refresh token that is no longer the current one replaces nothing', async ({
    refreshTokens,
    ann,
  }) => {
    await refreshTokens.start(ann, family('one'), null)
    await refreshTokens.replace('one', 'first', token('second', 60))

    const again = await refreshTokens.replace('one', 'first', token('other', 70))
    const unknown = await refreshTokens.replace('two', 'first', token('other', 70))

    expectSame([again, unknown], [false, false], 'what replace() gives')
    expectSame((await refreshTokens.find('one'))?.digest, 'second', 'the current token')
  })

  it('a refresh token is replaced once, however many requests replace it at the same time', async ({
    refreshTokens,
    ann,
  }) => {
    await refreshTokens.start(ann, family('one'), null)

    const names = Array.from({ length: 20 }, (_, index) => `next ${index}`)
    const replaced = await Promise.all(
      names.map((name) => refreshTokens.replace('one', 'first', token(name, 60))),
    )

    expectSame(replaced.filter(Boolean).length, 1, 'how many have replaced it')
    const { digest } = required(await refreshTokens.find('one'), 'the family')
    expectSame(digest, names[replaced.indexOf(true)], 'the current token')
  })
}

const ending: RefreshChapter = (it) => {
  it('a family of refresh tokens ends once, and its tokens replace nothing afterwards', async ({
    refreshTokens,
    ann,
  }) => {
    await refreshTokens.start(ann, family('one'), null)
    await refreshTokens.start(ann, family('two'), null)

    const ended = [await refreshTokens.end('one'), await refreshTokens.end('one')]

    expectSame(ended, [true, false], 'what end() gives')
    expectSame(await refreshTokens.find('one'), null, 'the ended family')
    const isReplaced = await refreshTokens.replace('one', 'first', token('second'))
    expectSame(isReplaced, false, 'what replace() gives')
    expectSame(await refreshTokens.find('one'), null, 'the ended family')
    required(await refreshTokens.find('two'), 'the other family')
  })

  it('every family of refresh tokens of one user ends, and those of others do not', async ({
    refreshTokens,
    users,
    ann,
  }) => {
    const ben = await users.create({ username: 'ben', password: 'builder' })
    await refreshTokens.start(ann, family('one'), null)
    await refreshTokens.start(ann, family('two'), null)
    await refreshTokens.start(ben, family('his'), null)

    await refreshTokens.endAll(ann)

    expectSame(await refreshTokens.find('one'), null, 'the first family')
    expectSame(await refreshTokens.find('two'), null, 'the second family')
    expectSame((await refreshTokens.find('his'))?.user, ben, 'the user of the other family')
  })
}

const limits: RefreshChapter = (it) => {
  it('a user has at most the allowed number of families; one more ends the least recently refreshed', async ({
    refreshTokens,
    users,
    ann,
  }) => {
    const ben = await users.create({ username: 'ben', password: 'builder' })
    await refreshTokens.start(ben, family('his'), 1)
    await refreshTokens.start(ann, family('refreshed', token('first', 0)), 2)
    await refreshTokens.start(ann, family('unused', token('first', 10)), 2)
    await refreshTokens.replace('refreshed', 'first', token('second', 20))

    await refreshTokens.start(ann, family('last', token('first', 30)), 2)

    expectSame(await refreshTokens.find('unused'), null, 'the family that was not refreshed')
    for (const id of ['refreshed', 'last', 'his']) {
      required(await refreshTokens.find(id), `the family ${id}`)
    }
  })

  it('a store of refresh tokens counts the families of a user that can be refreshed', async ({
    refreshTokens,
    users,
    ann,
  }) => {
    await refreshTokens.start(ann, family('one'), null)
    await refreshTokens.start(ann, family('two', { expires: at(60) }), null)

    expectSame(await refreshTokens.count(ann, at(59)), 2, 'the count')
    expectSame(await refreshTokens.count(ann, at(60)), 1, 'the count when one has expired')
    await users.setPassword(ann, 'another')
    expectSame(await refreshTokens.count(ann, at(60)), 0, 'the count after a new password')
  })

  it('a family of refresh tokens needs an existing user with the verified password', async ({
    refreshTokens,
    users,
    ann,
  }) => {
    const { passwordStamp } = required(await users.verify('ann', 'wonderland'), 'ann')
    await users.setPassword(ann, 'another')

    const outdated = refreshTokens.start(ann, family('one', { passwordStamp }), null)
    await expectFailure(outdated, SignInOutdated, 'start() with an outdated stamp')
    expectSame(await refreshTokens.find('one'), null, 'the family')
    const unknown = refreshTokens.start(stranger(ann), family('two'), null)
    await expectFailure(unknown, UserNotFound, 'start() for an unknown user')
  })
}
