import { deflateSync } from 'node:zlib'
import { djangoMissing } from '@turnpike/test-support/django.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSessionAuthHash, sessionAuthHash } from '../../src/django/signing/auth-hash.ts'
import type { DjangoKeys } from '../../src/django/signing/keys.ts'
import { saltedHmac } from '../../src/django/signing/salted-hmac.ts'
import { readSessionData, writeSessionData } from '../../src/django/signing/session-data.ts'
import { openBytes, signBytes } from '../../src/django/signing/signed-value.ts'
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

describe('data that are no JSON of a dict', () => {
  it('a megabyte without the end of a string is refused after it was read once', () => {
    const bytes = Buffer.from(`{"n": NaN, "text": "${'\\"'.repeat(500_000)}`)
    expect(readSessionData(keys, signBytes(keys, salt, bytes, now))).toBeNull()
  })

  it.each([
    '{"a": "b',
    '{"a": "b\\',
    '{"a": NaN',
    '{"a": NaN"',
    '{NaN: 1}',
    '[["a", 1]]',
    '"a"',
    'null',
    '',
    // Pickles of a dict, in the protocols 0 and 2, and one that would run a command.
    '(dp0\n.',
    '\x80\x02}.',
    "cos\nsystem\n(S'true'\ntR.",
  ])('%j is refused', (text) => {
    const bytes = Buffer.from(text, 'latin1')
    expect(readSessionData(keys, signBytes(keys, salt, bytes, now))).toBeNull()
  })
})

describe.skipIf(djangoMissing('sqlite') !== null)('sessions beside Django', () => {
  const stores = `from django.contrib.sessions.backends.db import SessionStore
`
  it('data that Django has written are read', () => {
    const values = {
      ...auth,
      count: 3,
      big: 2 ** 40,
      half: 0.5,
      yes: true,
      none: null,
      list: [1, ['a']],
    }
    const text = python<string>(`${stores}answer = SessionStore().encode(given)`, values)
    const read = readSessionData(keys, text)
    expect(read).not.toBeNull()
    expect(Object.fromEntries(read ?? [])).toEqual(values)
    expect(readSessionData(foreign, text)).toBeNull()
    expect(readSessionData(keys, `${text.slice(0, -2)}AA`)).toBeNull()
  })

  it('numbers that JSON does not have leave the rest of a session readable', () => {
    const text = python<string>(
      `${stores}answer = SessionStore().encode({'n': float('nan'), 'i': [float('-inf')], **given})`,
      { ...auth, said: 'NaN "Infinity" \\' },
    )
    expect(Object.fromEntries(readSessionData(keys, text) ?? [])).toEqual({
      ...auth,
      said: 'NaN "Infinity" \\',
      n: null,
      i: [null],
    })
  })

  it('data that Django has pickled are refused, as the older form and as the newer one', () => {
    const texts = python<string[]>(
      `
import base64, pickle
from django.contrib.sessions.serializers import PickleSerializer
from django.utils.crypto import salted_hmac
${stores}
pickling = SessionStore()
pickling.serializer = PickleSerializer
data = pickle.dumps(given)
signature = salted_hmac('django.contrib.sessionsSessionStore', data).hexdigest().encode()
answer = [pickling.encode(given), base64.b64encode(signature + b':' + data).decode()]`,
      auth,
    )
    expect(texts.map((text) => readSessionData(keys, text))).toEqual([null, null])
  })

  it('Django reads data that were written here', () => {
    const text = writeSessionData(keys, auth, now)
    expect(python(`${stores}answer = SessionStore().decode(given)`, text)).toEqual(auth)
  })

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
})
