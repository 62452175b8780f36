import { djangoMissing } from '@turnpike/test-support/django.ts'
import { describe, expect, it } from 'vitest'
import { csrf, openSite, signedIn } from '../../../turnpike/test/sessions/site.ts'
import { djangoCsrfTokens } from '../../src/django/csrf-tokens.ts'
import { python } from './python.ts'

const tokens = djangoCsrfTokens()
const site = () => openSite({ CSRF_TOKENS: tokens })
const secret = 'abcdefghijklmnopqrstuvwxyzABCDEF'

/** What Django's middleware says to a POST with this cookie and header: 200 or 403. */
const verdicts = (sent: [cookie: string, header: string][]) =>
  python<number[]>(
    `from django.http import HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.test import RequestFactory
import logging
logging.disable(logging.CRITICAL)
view = lambda request: HttpResponse()
middleware = CsrfViewMiddleware(view)
def answered(cookie, header):
    request = RequestFactory().post('/', HTTP_X_CSRFTOKEN=header)
    request.COOKIES['csrftoken'] = cookie
    request._dont_enforce_csrf_checks = False
    middleware.process_request(request)
    return (middleware.process_view(request, view, (), {}) or view(request)).status_code
answer = [answered(*each) for each in given]`,
    sent,
  )

describe.skipIf(djangoMissing('sqlite') !== null)('CSRF tokens beside Django', () => {
  it('Django accepts the cookies and tokens that are made for it, and no others', () => {
    const [one, other] = [tokens.create([], null), tokens.create([], null)]
    expect(
      verdicts([
        [one, one],
        [one, tokens.mask(one)],
        [tokens.mask(one), tokens.mask(one)],
        [one, other],
        [one, tokens.mask(other)],
      ]),
    ).toEqual([200, 200, 200, 403, 403])
  })

  it('tokens of Django are those of its cookie, masked or plain', () => {
    const [cookie = '', field = '', plain = ''] = python<string[]>(`
from django.middleware.csrf import _get_new_csrf_token, _mask_cipher_secret, _unmask_cipher_token
cookie = _get_new_csrf_token()
secret = _unmask_cipher_token(cookie)
answer = [cookie, _mask_cipher_secret(secret), secret]`)
    expect(cookie).toHaveLength(64)
    expect(plain).toHaveLength(32)
    for (const kept of [cookie, plain]) {
      expect(tokens.isValid(kept, [], null)).toBe(true)
      for (const sent of [cookie, field, plain]) expect(tokens.compare(sent, kept)).toBe('equal')
      expect(tokens.compare(tokens.create([], null), kept)).toBe('incorrect')
    }
  })
})

describe('CSRF tokens in the form of Django', () => {
  it('a token for Django is 32 letters and digits, masked 64, with other characters each time', () => {
    const token = tokens.create([], null)
    const masked = [tokens.mask(token), tokens.mask(token)]
    expect(token).toMatch(/^[a-zA-Z0-9]{32}$/)
    expect(masked[0]).toMatch(/^[a-zA-Z0-9]{64}$/)
    expect(masked[0]).not.toBe(masked[1])
    expect(masked.map((sent) => tokens.compare(sent, token))).toEqual(['equal', 'equal'])
  })

  it.each([
    ['', 'has incorrect length'],
    [secret.slice(1), 'has incorrect length'],
    [`${secret.slice(1)}-`, 'has invalid characters'],
    [`${secret.slice(1)}ä`, 'has invalid characters'],
    [secret.toUpperCase(), 'incorrect'],
    [secret, 'equal'],
  ])('the token %j compared with another secret gives: %s', (sent, expected) => {
    expect(tokens.compare(sent, secret)).toBe(expected)
  })

  it('the token in a cookie that is no secret is replaced and equals nothing', () => {
    expect(tokens.isValid('short', [], null)).toBe(false)
    expect(tokens.compare(secret, 'short')).toBe('incorrect')
  })

  it('a browser signs in and writes with the cookie in Django’s form', async () => {
    const browser = await signedIn(site())
    const token = csrf(browser)
    expect(Object.values(token)[0]).toMatch(/^[a-zA-Z0-9]{32}$/)
    expect((await browser.post('/me/', { headers: token })).status).toBe(200)
    expect((await browser.post('/me/')).status).toBe(403)
    const wrong = { 'X-CSRFToken': tokens.create([], null) }
    expect((await browser.post('/me/', { headers: wrong })).status).toBe(403)
  })
})
