import { scryptSync } from 'node:crypto'
import { djangoMissing } from '@turnpike/test-support/django.ts'
import { verifyPassword } from 'turnpike/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { djangoPasswords, type NewPasswordFormat } from '../../src/django/passwords/passwords.ts'
import { python } from './python.ts'

const password = 'pässword of Ann 🙂'
const passwords = djangoPasswords({ iterations: 1000 })

describe.skipIf(djangoMissing('sqlite') !== null)('passwords beside Django', () => {
  const formats = [
    'pbkdf2_sha256',
    'pbkdf2_sha1',
    'argon2',
    'bcrypt_sha256',
    'bcrypt',
    'sha1',
    'md5',
  ]
  let made: Record<string, string>
  beforeAll(() => {
    made = python(
      `from django.contrib.auth.hashers import make_password
answer = {name: make_password(given[0], hasher=name) for name in given[1]}`,
      [password, formats],
    )
  })

  it.each(formats)('a hash of Django in the format %s is verified', async (format) => {
    const hash = made[format] ?? ''
    expect(hash).toMatch(new RegExp(`^${format}\\$`))
    expect(await passwords.verify(password, hash)).toBe(true)
    expect(await passwords.verify(`${password}!`, hash)).toBe(false)
  })

  it('Django verifies the hashes that are made for it, and would not replace those of its own cost', async () => {
    const iterations = python<number>(
      'from django.contrib.auth.hashers import PBKDF2PasswordHasher\nanswer = PBKDF2PasswordHasher.iterations',
    )
    const written = ['pbkdf2_sha256', 'pbkdf2_sha1', 'argon2', 'bcrypt_sha256', 'bcrypt'] as const
    const hashes = await Promise.all(
      written.map((format) => djangoPasswords({ format, iterations }).hash(password)),
    )
    const answers = python<[boolean, boolean, boolean][]>(
      `from django.contrib.auth.hashers import check_password, get_hasher
answer = [[check_password(given[0], hash), check_password('wrong', hash),
  get_hasher(hash.split('$')[0]).must_update(hash)] for hash in given[1]]`,
      [password, hashes],
    )
    // Debian's library of argon2 makes digests of 16 bytes; those from 21.2 on, of 32.
    expect(answers).toEqual(written.map((format) => [true, false, format === 'argon2']))
  })
})

describe('passwords in the formats of Django', () => {
  it('a hash of scrypt in the format of Django 4 and later is verified', async () => {
    const digest = scryptSync(password, 'salt', 64, { N: 16_384, r: 8, p: 1 }).toString('base64')
    const hash = `scrypt$16384$salt$8$1$${digest}`
    expect(await passwords.verify(password, hash)).toBe(true)
    expect(await passwords.verify('wrong', hash)).toBe(false)
    const own = djangoPasswords({ format: 'scrypt' })
    expect(await own.verify(password, await own.hash(password))).toBe(true)
  })

  it.each([
    '',
    '!',
    `!${'a'.repeat(40)}`,
    'plain text',
    '$argon2id$v=19$m=47104,t=1,p=1$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0c2FsdA',
    'crypt$$aa',
    'constructor$1$a$b',
  ])('no password matches the stored text %j', async (hash) => {
    expect(await passwords.verify(password, hash)).toBeNull()
    expect(await passwords.verify(hash, hash)).toBeNull()
    expect(await verifyPassword(passwords, password, hash)).toBe(false)
  })

  it.each([
    `pbkdf2_sha256$999999999$salt$${Buffer.alloc(32).toString('base64')}`,
    `pbkdf2_sha256$1e9$salt$${Buffer.alloc(32).toString('base64')}`,
    'pbkdf2_sha256$1000$salt$',
    `scrypt$1073741824$salt$8$1$${Buffer.alloc(64).toString('base64')}`,
    `scrypt$1048576$salt$8$2$${Buffer.alloc(64).toString('base64')}`,
    `scrypt$1000$salt$8$1$${Buffer.alloc(64).toString('base64')}`,
    'scrypt$16384$salt$8$1$',
    `argon2$argon2id$v=19$m=9999999,t=99,p=1$c2FsdHNhbHQ$${'a'.repeat(43)}`,
    `argon2$argon2id$v=19$m=1048576,t=5,p=1$c2FsdHNhbHQ$${'a'.repeat(43)}`,
    `argon2$argon2id$v=16$m=512,t=2,p=2$c2FsdHNhbHQ$${'a'.repeat(43)}`,
    `bcrypt$$2b$31$${'a'.repeat(53)}`,
    'bcrypt$nothing',
  ])('a hash that is broken or asks for too much work matches nothing: %s', async (hash) => {
    expect(await passwords.verify(password, hash)).toBeNull()
  })

  it.each([
    [null, 'pbkdf2_sha256', 1000],
    [`pbkdf2_sha256$870000$salt$${Buffer.alloc(32).toString('base64')}`, 'pbkdf2_sha256', 870_000],
    [`pbkdf2_sha1$9$salt$${Buffer.alloc(20).toString('base64')}`, 'pbkdf2_sha1', 9],
    [`scrypt$16384$salt$8$5$${Buffer.alloc(64).toString('base64')}`, 'scrypt N=16384,r=8', 5],
    [`argon2$argon2i$v=19$m=512,t=3,p=2$c2FsdHNhbHQ$${'a'.repeat(43)}`, 'argon2i m=512,p=2', 3],
    [`bcrypt_sha256$$2b$12$${'a'.repeat(53)}`, 'bcrypt', 4096],
    [`bcrypt$$2a$04$${'a'.repeat(53)}`, 'bcrypt', 16],
  ])('the work of verifying the hash %j is known, and can be done', async (hash, kind, units) => {
    const work = passwords.workOf?.(hash)
    expect(work).toMatchObject({ kind, units })
    // A sum of several hashes of bcrypt, and a part of each of the others.
    await work?.spend(kind === 'bcrypt' ? 16 + 64 : 1)
  })

  it.each([
    'md5$salt$5f4dcc3b5aa765d61d8327deb882cf99',
    `pbkdf2_sha256$999999999$salt$${Buffer.alloc(32).toString('base64')}`,
    `scrypt$1048576$salt$8$2$${Buffer.alloc(64).toString('base64')}`,
    `argon2$argon2id$v=19$m=1048576,t=5,p=1$c2FsdHNhbHQ$${'a'.repeat(43)}`,
    `bcrypt$$2b$31$${'a'.repeat(53)}`,
    'plain text',
  ])('no refusal does the work of a hash that is cheap, broken or too dear: %s', (hash) => {
    expect(passwords.workOf?.(hash)).toBeNull()
  })

  it('stored hashes stay as they are unless they are to be replaced', async () => {
    const old = 'md5$salt$5f4dcc3b5aa765d61d8327deb882cf99'
    const current = await passwords.hash(password)
    const dearer = djangoPasswords({ iterations: 2000, rehash: true })

    expect(passwords.needsRehash(old)).toBe(false)
    expect(djangoPasswords({ iterations: 1000, rehash: true }).needsRehash(current)).toBe(false)
    expect([old, current].map(dearer.needsRehash)).toEqual([true, true])
  })

  it.each([
    [{ format: 'md5' }, 'format'],
    [{ iterations: 0 }, 'iterations'],
    [{ rehash: 'yes' }, 'rehash'],
    [{ hasher: 'argon2' }, 'hasher'],
  ])('the options %j of djangoPasswords are refused', (options, name) => {
    expect(() => djangoPasswords(options as { format: NewPasswordFormat })).toThrow(name)
  })
})
