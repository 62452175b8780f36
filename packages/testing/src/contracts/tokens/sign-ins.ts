import { SignInOutdated, type Token, type TokenStore, type User, type UserStore } from 'turnpike'
import { type Chapter, type ContractCase, contract, type Opened } from '../contract.ts'
import { expectFailure, expectSame, required } from '../expect.ts'
import { times } from './fixtures.ts'

/** Both stores of an account database, under test together. */
export interface OpenedAccounts<U extends User = User> extends Opened {
  users: UserStore<U>
  tokens: TokenStore<U>
}

/** The subjects of a case: both stores, a user, and the user's verified sign-in. */
interface SignInUnderTest extends Opened {
  users: UserStore
  tokens: TokenStore
  ann: User
  signIn(): Promise<Token>
}

/**
 * The joint contract of the users and the tokens of one database: that a sign-in which is under way
 * while the password is replaced gets no token.
 *
 * @param open opens empty stores.
 */
export const signInContract = <U extends User>(
  open: () => OpenedAccounts<U> | Promise<OpenedAccounts<U>>,
): ContractCase[] =>
  contract(
    async (): Promise<SignInUnderTest> => {
      const opened: OpenedAccounts = await open()
      const { users, tokens } = opened
      const ann = await users.create({ username: 'ann', password: 'wonderland' })
      const verified = required(await users.verify('ann', 'wonderland'), 'a verified user')
      const signIn = () => tokens.getOrCreate(ann, verified)
      return { users, tokens, ann, signIn, close: () => opened.close?.() }
    },
    signIns,
    outdatedSignIns,
  )

const signIns: Chapter<SignInUnderTest> = (it) => {
  it('a sign-in creates a token, and gets the same one again', async ({ tokens, ann, signIn }) => {
    const token = await signIn()

    expectSame(await signIn(), token, 'the token of the same sign-in')
    expectSame(await tokens.getOrCreate(ann), token, 'the token of the user')
  })

  it('a token has its user as they are now', async ({ users, tokens, ann }) => {
    const { key } = await tokens.getOrCreate(ann)

    await users.setActive(ann, false)

    const token = await tokens.find(key)
    expectSame(token?.user, { ...ann, isActive: false }, 'the user of the token')
  })
}

const outdatedSignIns: Chapter<SignInUnderTest> = (it) => {
  it('a sign-in creates no token when it was revoked together with the password', async ({
    users,
    tokens,
    ann,
    signIn,
  }) => {
    await signIn()
    await users.setPassword(ann, 'looking-glass')
    await tokens.revoke(ann)

    await expectFailure(signIn(), SignInOutdated, 'the sign-in with the password of before')
    expectSame(await tokens.of(ann), null, 'the token of the user')
  })

  it('a sign-in does not get a token created after the password was replaced', async ({
    users,
    tokens,
    ann,
    signIn,
  }) => {
    await users.setPassword(ann, 'looking-glass')
    await tokens.regenerate(ann)

    await expectFailure(signIn(), SignInOutdated, 'the sign-in with the password of before')
  })

  it('a sign-in creates no token for a user who was made inactive meanwhile', async ({
    users,
    tokens,
    ann,
    signIn,
  }) => {
    await users.setActive(ann, false)
    await expectFailure(signIn(), SignInOutdated, 'the sign-in of an inactive user')
    await users.setActive(ann, true)
    await expectFailure(signIn(), SignInOutdated, 'the sign-in from before')
    expectSame(await tokens.of(ann), null, 'the token of the user')
  })

  it('no token of a sign-in outlives the revocation that follows a new password', async ({
    users,
    tokens,
    ann,
    signIn,
  }) => {
    const revoke = async () => {
      await users.setPassword(ann, 'looking-glass')
      await tokens.revoke(ann)
    }
    await Promise.allSettled([signIn(), revoke(), ...times(5, signIn)])

    expectSame(await tokens.of(ann), null, 'the token of the user')
  })
}
