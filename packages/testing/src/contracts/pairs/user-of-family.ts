import { SignInOutdated } from 'turnpike'
import { expectFailure, expectSame, required } from '../expect.ts'
import { family, type RefreshChapter } from './fixtures.ts'

/** What happens to the families of a user who changes. */
export const userOfFamily: RefreshChapter = (it) => {
  it('a new password ends the refresh tokens of the user', async ({
    refreshTokens,
    users,
    ann,
  }) => {
    await refreshTokens.start(ann, family('one'), null)

    await users.setPassword(ann, 'another')

    expectSame(await refreshTokens.find('one'), null, 'the family')
    await refreshTokens.start(ann, family('two'), null)
    required(await refreshTokens.find('two'), 'the family of the new password')
  })

  it('a user who is made inactive has no refresh tokens, even when active again', async ({
    refreshTokens,
    users,
    ann,
  }) => {
    await refreshTokens.start(ann, family('one'), null)

    await users.setActive(ann, false)
    await users.setActive(ann, true)

    expectSame(await refreshTokens.find('one'), null, 'the family')
  })

  it('a refresh token that was refused to an inactive user stays refused', async ({
    refreshTokens,
    setActive,
    ann,
  }) => {
    await refreshTokens.start(ann, family('one'), null)

    await setActive(ann, false)
    expectSame(await refreshTokens.find('one'), null, 'the family of the inactive user')
    await setActive(ann, true)

    expectSame(await refreshTokens.find('one'), null, 'the family')
  })

  it('an inactive user gets no refresh tokens', async ({ refreshTokens, setActive, ann }) => {
    await setActive(ann, false)

    const starting = refreshTokens.start(ann, family('one'), null)

    await expectFailure(starting, SignInOutdated, 'start()')
  })
}
