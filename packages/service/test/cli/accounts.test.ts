import { openDatabase } from '@turnpike/sql/node'
import { sql } from 'kysely'
import { UserNotFound } from 'turnpike'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { reportFailure } from '../../src/cli/failure.ts'
import { createTurnpikeWithAnn, type Turnpike } from './turnpike.ts'

const tokenIn = (out: string) => /^Generated token (\S+) for user \S+\n$/.exec(out)?.[1]

describe('turnpike token', () => {
  it('creates the token when missing, keeps it, and replaces it with -r', async () => {
    const { run } = await createTurnpikeWithAnn()

    const created = tokenIn((await run(['token', 'ann'])).out)
    const kept = tokenIn((await run(['token', 'ann'])).out)
    const replaced = tokenIn((await run(['token', '-r', 'ann'])).out)
    const keptAgain = tokenIn((await run(['token', 'ann'])).out)

    expect(created).toMatch(/^[0-9a-f]{40}$/)
    expect(kept).toBe(created)
    expect(replaced).toMatch(/^[0-9a-f]{40}$/)
    expect(replaced).not.toBe(created)
    expect(keptAgain).toBe(replaced)
  })

  it.each([[['token', 'bob']], [['token', '-r', 'bob']]])(
    'fails for an unknown user: %j',
    async (args) => {
      const { run } = await createTurnpikeWithAnn()

      expect(await run(args)).toEqual({
        code: 1,
        out: '',
        err: 'turnpike: Cannot create the Token: user bob does not exist\n',
      })
    },
  )
})

it('turnpike tokens --all gives every user a token and counts them', async () => {
  const { run } = await createTurnpikeWithAnn()
  await run(['create-user', 'bob', '--no-password'])
  const ann = tokenIn((await run(['token', 'ann'])).out)

  const { code, out } = await run(['tokens', '--all'])

  expect(code).toBe(0)
  expect(out).toMatch(
    new RegExp(
      `^Generated token ${ann} for user ann\nGenerated token [0-9a-f]{40} for user bob\n2 users have a token.\n$`,
    ),
  )
})

describe('turnpike create-user', () => {
  const userNamed = async ({ databaseUrl }: Turnpike, username: string) => {
    const { db, close } = openDatabase(databaseUrl)
    const user = await db
      .selectFrom('turnpike_user')
      .selectAll()
      .where('username', '=', username)
      .executeTakeFirst()
    await close()
    return user
  }

  it('hashes by the hasher of PASSWORD_HASHER', async () => {
    const turnpike = await createTurnpikeWithAnn()

    const { code } = await turnpike.run(
      ['create-user', 'dan', '--password-stdin'],
      'the-password-of-dan',
      { PASSWORD_HASHER: 'pbkdf2' },
    )

    expect(code).toBe(0)
    expect((await userNamed(turnpike, 'dan'))?.password).toMatch(/^pbkdf2_sha256\$/)
  })

  it('reads the password from the standard input, without its line end', async () => {
    const turnpike = await createTurnpikeWithAnn()

    const outcome = await turnpike.run(
      ['create-user', 'root', '--staff', '--email', 'root@example.com'],
      ' open sesame é \r\n',
    )

    expect(outcome).toEqual({ code: 0, out: 'Created user root\n', err: '' })
    expect(await userNamed(turnpike, 'root')).toMatchObject({
      email: 'root@example.com',
      is_staff: true,
      password: expect.stringContaining('$argon2id$'),
    })
    const { url } = await turnpike.serve()
    const credentials = Buffer.from('root: open sesame é ').toString('base64')
    const headers = { Authorization: `Basic ${credentials}` }
    expect((await fetch(`${url}/whoami/`, { headers })).status).toBe(200)
  })

  it('turnpike create-user can leave the user without a password', async () => {
    const turnpike = await createTurnpikeWithAnn()

    await turnpike.run(['create-user', 'robot', '--no-password'])

    expect(await userNamed(turnpike, 'robot')).toMatchObject({ password: null, is_staff: false })
  })

  it.each([
    ['an empty password', ['bob'], '\n', 'The password is empty.'],
    ['two lines', ['bob'], 'one\ntwo\n', 'The password has more than one line.'],
    ['a short password', ['bob'], 'secret\n', 'The password needs at least 8 characters.'],
    ['a common password', ['bob'], 'Password1\n', 'The password is too common'],
    [
      'a password like the address',
      ['bob', '-e', 'builder@example.com'],
      'builder8\n',
      'too similar to the email address',
    ],
    ['a name that is taken', ['ann'], 'secret\n', 'There is already a user ann.'],
    ['an empty name', [''], 'secret\n', ''],
    [
      'a name that looks like another',
      ['bo\u200bb'],
      'secret\n',
      'character U+200B: leave it out.',
    ],
    ['an email address that is none', ['bob', '-e', 'x'], 'secret\n', ''],
  ])('turnpike create-user refuses %s', async (_name, args, input, message) => {
    const turnpike = await createTurnpikeWithAnn()

    const { code, out, err } = await turnpike.run(['create-user', ...args], input)

    expect(code).toBe(1)
    expect(out).toBe('')
    expect(err).toMatch(/^turnpike: /)
    expect(err).toContain(message)
    expect(err).not.toContain('    at ')
    expect(await userNamed(turnpike, 'bob')).toBeUndefined()
  })
})

describe('turnpike change-password', () => {
  it('turnpike change-password replaces the password', async () => {
    const turnpike = await createTurnpikeWithAnn()

    const outcome = await turnpike.run(['change-password', 'ann'], 'looking-glass\n')

    expect(outcome).toEqual({ code: 0, out: 'Changed the password of user ann\n', err: '' })
    const { url } = await turnpike.serve()
    const statusFor = async (password: string) => {
      const headers = { Authorization: `Basic ${btoa(`ann:${password}`)}` }
      return (await fetch(`${url}/whoami/`, { headers })).status
    }
    expect(await statusFor('looking-glass')).toBe(200)
    expect(await statusFor('wonderland')).toBe(401)
  })

  it('turnpike change-password refuses a password that breaks PASSWORD_RULES', async () => {
    const turnpike = await createTurnpikeWithAnn()
    const change = (rules: string) =>
      turnpike.run(['change-password', 'ann'], 'looking-glass\n', { PASSWORD_RULES: rules })

    expect(await change('minLength=14')).toMatchObject({
      code: 1,
      err: 'turnpike: The password needs at least 14 characters.\n',
    })
    expect(await change('minLength=13')).toMatchObject({ code: 0 })
  })

  it('turnpike change-password takes every password without PASSWORD_RULES', async () => {
    const turnpike = await createTurnpikeWithAnn()

    const outcome = await turnpike.run(['change-password', 'ann'], 'x\n', {
      PASSWORD_RULES: 'none',
    })

    expect(outcome).toMatchObject({ code: 0 })
  })

  it('fails for an unknown user, before it asks for the password', async () => {
    const { run } = await createTurnpikeWithAnn()

    expect(await run(['change-password', 'bob'])).toEqual({
      code: 1,
      out: '',
      err: 'turnpike: Cannot change the password: user bob does not exist\n',
    })
  })
})

describe('turnpike set-staff', () => {
  it('makes a user staff, and no longer with --off', async () => {
    const turnpike = await createTurnpikeWithAnn()
    const isStaff = async () => {
      const { db, close } = openDatabase(turnpike.databaseUrl)
      const row = await db.selectFrom('turnpike_user').select('is_staff').executeTakeFirstOrThrow()
      await close()
      return row.is_staff
    }

    expect((await turnpike.run(['set-staff', 'ann'])).out).toBe('User ann is now staff\n')
    expect(await isStaff()).toBe(true)
    expect((await turnpike.run(['set-staff', 'ann', '--off'])).out).toBe(
      'User ann is no longer staff\n',
    )
    expect(await isStaff()).toBe(false)
  })

  it('fails for an unknown user', async () => {
    const { run } = await createTurnpikeWithAnn()

    expect(await run(['set-staff', 'bob'])).toEqual({
      code: 1,
      out: '',
      err: 'turnpike: Cannot change the staff rights: user bob does not exist\n',
    })
  })
})

describe('turnpike deactivate and activate', () => {
  it('turnpike deactivate keeps a user out, and activate lets them in again', async () => {
    const turnpike = await createTurnpikeWithAnn()
    const { url } = await turnpike.serve()
    const headers = { Authorization: `Basic ${btoa('ann:wonderland')}` }
    const status = async () => (await fetch(`${url}/whoami/`, { headers })).status
    expect(await status()).toBe(200)

    const out = await turnpike.run(['deactivate', 'ann'])
    expect(out).toEqual({ code: 0, out: 'Deactivated user ann\n', err: '' })
    expect(await status()).toBe(401)

    const back = await turnpike.run(['activate', 'ann'])
    expect(back).toEqual({ code: 0, out: 'Activated user ann\n', err: '' })
    expect(await status()).toBe(200)
  })

  it('turnpike deactivate and activate fail for an unknown user', async () => {
    const { run } = await createTurnpikeWithAnn()

    expect(await run(['deactivate', 'bob'])).toEqual({
      code: 1,
      out: '',
      err: 'turnpike: Cannot deactivate: user bob does not exist\n',
    })
  })
})

describe('a token that was changed in the database', () => {
  const openChanged = async () => {
    const turnpike = await createTurnpikeWithAnn()
    await turnpike.run(['token', 'ann'])
    const { db, close } = openDatabase(turnpike.databaseUrl)
    await db
      .updateTable('turnpike_token')
      .set({ sealed: 'A'.repeat(90) })
      .execute()
    await close()
    return turnpike
  }

  it('a changed token is not printed, and is replaced with -r', async () => {
    const { run } = await openChanged()

    const refused = await run(['token', 'ann'])
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toMatch(/^turnpike: The token of the user .* turnpike token -r .*\n$/)

    const key = tokenIn((await run(['token', '-r', 'ann'])).out)
    expect(tokenIn((await run(['token', 'ann'])).out)).toBe(key)
  })

  it('a changed token does not keep others from being printed', async () => {
    const { run } = await openChanged()
    await run(['create-user', 'bob', '--no-password'])

    const { code, out, err } = await run(['tokens', '--all'])

    expect(code).toBe(1)
    expect(out).toMatch(/^Generated token [0-9a-f]{40} for user bob\n1 user has a token.\n$/)
    expect(err).toContain('cannot be printed: ann. Replace each with turnpike token -r')
  })
})

it('says which user has vanished meanwhile, without a stack trace', async () => {
  const errors: unknown[] = []
  const written = vi.spyOn(console, 'error').mockImplementation((line) => void errors.push(line))
  onTestFinished(() => written.mockRestore())

  expect(await reportFailure(new UserNotFound({ username: 'ann', pk: 7 }))).toBe(1)
  expect(errors).toEqual(['turnpike: There is no user ann with the pk 7.'])
})

describe('turnpike delete-user', () => {
  it('turnpike delete-user deletes a user with token, keys and sessions, if --yes is given', async () => {
    const turnpike = await createTurnpikeWithAnn()
    await turnpike.run(['token', 'ann'])
    const left = async () => {
      const { db, close } = openDatabase(turnpike.databaseUrl)
      const users = await db.selectFrom('turnpike_user').select('username').execute()
      const tokens = await db.selectFrom('turnpike_token').select('user_id').execute()
      await close()
      return [users.length, tokens.length]
    }

    expect(await turnpike.run(['delete-user', 'ann'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Repeat with --yes.'),
    })
    expect(await left()).toEqual([1, 1])
    expect(await turnpike.run(['delete-user', 'ann', '--yes'])).toEqual({
      code: 0,
      out: 'Deleted user ann\n',
      err: '',
    })
    expect(await left()).toEqual([0, 0])
  })

  it('turnpike delete-user refuses a user to whom rows of other tables refer', async () => {
    const turnpike = await createTurnpikeWithAnn()
    const { db, close } = openDatabase(turnpike.databaseUrl)
    await db.schema
      .createTable('note')
      .addColumn('owner', 'integer', (owner) => owner.references('turnpike_user.id'))
      .execute()
    await sql`insert into note select id from turnpike_user`.execute(db)
    await close()

    expect(await turnpike.run(['delete-user', 'ann', '--yes'])).toEqual({
      code: 1,
      out: '',
      err: 'turnpike: Cannot delete user ann: rows of other tables refer to them. Delete those first, or use turnpike deactivate.\n',
    })
  })

  it('turnpike delete-user refuses a name that nobody has', async () => {
    const { run } = await createTurnpikeWithAnn()

    expect(await run(['delete-user', 'bob', '--yes'])).toMatchObject({
      code: 1,
      err: 'turnpike: Cannot delete: user bob does not exist\n',
    })
  })
})
