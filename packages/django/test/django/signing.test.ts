import { deflateSync } from 'node:zlib'
import { djangoMissing } from '@turnpike/test-support/django.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSessionAuthHash, sessionAuthHash } from '../../src/django/signing/auth-hash.ts'
import type { DjangoKeys } from '../../src/django/signing/keys.ts'
import { saltedHmac } from '../../src/django/signing/salted-hmac.ts'
import { readSessionData, writeSessionData } from '../../src/django/signing/session-data.ts'
import { openBytes, signBytes } from '../../src/django/signing/signed-value.ts'
import { InvalidPickle, OpaqueObject, unpickle } from '../../src/django/signing/unpickle.ts'
import { python } from './python.ts'

const keys: DjangoKeys = { secretKey: 'the newer key', fallbacks: ['the older key'] }
const foreign: DjangoKeys = { secretKey: 'another key', fallbacks: [] }
const salt = 'django.contrib.sessions.SessionStore'
const now = new Date('2026-11-23T05:00:00Z')

const auth = {
  _auth_user_id: '7',
  _auth_user_backend: 'django.contrib.auth.backends.ModelBackend',
  _auth_user_hash: 'ä'.repeat(200),
}

describe('data that are no JSON', () => {
  it('a megabyte without the end of a string is refused after it was read once', () => {
    const bytes = Buffer.from(`{"n": NaN, "text": "${'\\"'.repeat(500_000)}`)
    expect(readSessionData(keys, signBytes(keys, salt, bytes, now))).toBeNull()
  })

  it.each(['{"a": "b', '{"a": "b\\', '{"a": NaN', '{"a": NaN"', '{NaN: 1}'])(
    '%j is refused',
    (text) => {
      expect(readSessionData(keys, signBytes(keys, salt, Buffer.from(text), now))).toBeNull()
    },
  )
})

describe.skipIf(djangoMissing('sqlite') !== null)('sessions beside Django', () => {
  const stores = `from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.serializers import JSONSerializer, PickleSerializer
import datetime
def store(pickled):
    made = SessionStore()
    made.serializer = PickleSerializer if pickled else JSONSerializer
    return made
`
  it.each([false, true])('data that Django has written are read, pickled: %s', (isPickled) => {
    const values = {
      ...auth,
      count: 3,
      big: 2 ** 40,
      half: 0.5,
      yes: true,
      none: null,
      list: [1, ['a']],
    }
    const text = python<string>(`${stores}answer = store(given[0]).encode(given[1])`, [
      isPickled,
      values,
    ])
    const read = readSessionData(keys, text)
    expect(read).not.toBeNull()
    expect(Object.fromEntries(read ?? [])).toEqual(values)
    expect(readSessionData(foreign, text)).toBeNull()
    expect(readSessionData(keys, `${text.slice(0, -2)}AA`)).toBeNull()
  })

  it('numbers that JSON does not have leave the rest of a session readable', () => {
    const text = python<string>(
      `${stores}answer = store(False).encode({'n': float('nan'), 'i': [float('-inf')], **given})`,
      { ...auth, said: 'NaN "Infinity" \\' },
    )
    expect(Object.fromEntries(readSessionData(keys, text) ?? [])).toEqual({
      ...auth,
      said: 'NaN "Infinity" \\',
      n: null,
      i: [null],
    })
  })

  it('an object of a Python class is left out, and the rest of the session is read', () => {
    const text = python<string>(
      `${stores}answer = store(True).encode({**given, '_session_expiry': datetime.datetime(2030, 1, 1), 'm': {1: 2}, 's': {3}, 't': (4, 5)})`,
      auth,
    )
    const read = readSessionData(keys, text)
    expect(read?.get('_auth_user_id')).toBe('7')
    expect(read?.get('_session_expiry')).toBeInstanceOf(OpaqueObject)
    expect(read?.get('m')).toEqual(new Map([[1, 2]]))
    expect([read?.get('s'), read?.get('t')]).toEqual([[3], [4, 5]])
  })

  it.each(['json', 'pickle'] as const)(
    'Django reads data that were written as %s',
    (serializer) => {
      const text = writeSessionData(keys, auth, serializer, now)
      expect(
        python(`${stores}answer = store(given[1] == 'pickle').decode(given[0])`, [
          text,
          serializer,
        ]),
      ).toEqual(auth)
    },
  )

  it('the hash of a password in a session is that of Django, by either algorithm', () => {
    const [sha256, sha1] = python<[string, string]>(
      `
from django.utils.crypto import salted_hmac
salt = 'django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash'
answer = [salted_hmac(salt, given, algorithm=name).hexdigest() for name in ('sha256', 'sha1')]`,
      'pbkdf2_sha256$1$a$b',
    )
    expect(sessionAuthHash(keys, 'pbkdf2_sha256$1$a$b')).toBe(sha256)
    for (const hash of [sha256, sha1]) {
      expect(isSessionAuthHash(keys, 'pbkdf2_sha256$1$a$b', hash)).toBe(true)
      expect(isSessionAuthHash(keys, 'pbkdf2_sha256$1$a$c', hash)).toBe(false)
      expect(
        isSessionAuthHash(
          { secretKey: 'x', fallbacks: ['the newer key'] },
          'pbkdf2_sha256$1$a$b',
          hash,
        ),
      ).toBe(true)
      expect(isSessionAuthHash(foreign, 'pbkdf2_sha256$1$a$b', hash)).toBe(false)
    }
  })

  it('pickles of every protocol give the value that Python gave', () => {
    const values = [
      'text',
      '',
      'ä🙂',
      0,
      255,
      256,
      70_000,
      -1,
      2 ** 40,
      -(2 ** 40),
      0.1,
      true,
      false,
      null,
      [],
      [1, [2]],
    ]
    const pickled = python<string[]>(
      `
import base64, pickle
answer = [base64.b64encode(pickle.dumps(given, protocol=number)).decode() for number in range(6)]`,
      values,
    )
    for (const text of pickled) expect(unpickle(Buffer.from(text, 'base64'))).toEqual(values)
  })

  it('the data of Django before 3.1 are read', () => {
    const [text, wrong] = python<[string, string]>(
      `
import base64
from django.utils.crypto import salted_hmac
data = json.dumps(given).encode('latin-1')
signature = salted_hmac('django.contrib.sessionsSessionStore', data).hexdigest().encode()
answer = [base64.b64encode(each + b':' + data).decode() for each in (signature, b'0' * 40)]`,
      { a: 1 },
    )
    expect(readSessionData(keys, text)).toEqual(new Map([['a', 1]]))
    expect(readSessionData(keys, wrong)).toBeNull()
  })
})

describe('signed values of Django', () => {
  it('bytes are opened by every key, and only as they were signed', () => {
    const bytes = Buffer.from('x'.repeat(1000))
    const older: DjangoKeys = { secretKey: 'the older key', fallbacks: [] }
    const text = signBytes(older, salt, bytes, now)
    expect(text).toMatch(/^\.[\w-]{1,40}:[0-9A-Za-z]{6}:[\w-]{43}$/)
    expect(Buffer.from(openBytes(keys, salt, text) ?? [])).toEqual(bytes)
    expect(openBytes(keys, 'another salt', text)).toBeNull()
    expect(openBytes(foreign, salt, text)).toBeNull()
    expect(openBytes(keys, salt, text.slice(1))).toBeNull()
  })

  it('compressed data that become gigabytes are refused', () => {
    const payload = `.${deflateSync(Buffer.alloc(50_000_000)).toString('base64url')}:1abcde`
    const signature = saltedHmac(keys.secretKey, `${salt}signer`, payload, 'sha256')
    expect(openBytes(keys, salt, `${payload}:${signature.toString('base64url')}`)).toBeNull()
  })

  it('signed data of more than 4 MiB are refused in every form', () => {
    const least = 4_194_304 - 8
    const sizes = [least, least + 1]
    const read = sizes.map((length) => {
      const json = Buffer.from(`{"a":"${'x'.repeat(length)}"}`)
      const payload = `${json.toString('base64url')}:1abcde`
      const signature = saltedHmac(keys.secretKey, `${salt}signer`, payload, 'sha256')
      const before31 = saltedHmac(
        keys.secretKey,
        'django.contrib.sessionsSessionStore',
        json,
        'sha1',
      )
      const old = Buffer.concat([Buffer.from(`${before31.toString('hex')}:`), json])
      return [
        readSessionData(keys, `${payload}:${signature.toString('base64url')}`)?.size,
        readSessionData(keys, old.toString('base64'))?.size,
      ]
    })
    expect(read).toEqual([
      [1, 1],
      [undefined, undefined],
    ])
  })

  it('any text is no session, and none fails', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
        expect(readSessionData(keys, text)).toBeNull()
      }),
    )
  })

  it('any signed bytes are a session or none, without a failure', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        readSessionData(keys, signBytes(keys, salt, bytes, now))
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    '',
    '.',
    'K',
    '\x80\x05',
    'u.',
    '(u.',
    '}(K\x01u.',
    'h\x00.',
    'Kr',
    'Ix\n.',
    'X\xff\xff\xff\x7f.',
    '\xff',
  ])('the broken pickle %j is refused as one', (text) => {
    expect(() => unpickle(Buffer.from(text, 'latin1'))).toThrow(InvalidPickle)
  })

  it('a pickle that would run a command runs nothing', () => {
    expect(
      unpickle(Buffer.from("cos\nsystem\n(S'true'\ntR.".replace("S'true'", 'Vtrue'))),
    ).toBeInstanceOf(OpaqueObject)
  })
})
