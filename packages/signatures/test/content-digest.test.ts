import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifyContentDigest } from '../src/content-digest.ts'
import { contentDigest } from '../src/index.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** RFC 9530, Appendix B.1: the JSON object of the examples, with its line feed. */
const hello = '{"hello": "world"}\n'

const sha256 = 'sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:'
/** RFC 9530, Appendix B.2: of no content. */
const empty = 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:'
const sha512 =
  'sha-512=:YMAam51Jz/jOATT6/zvHrLVgOYTGFy1d6GJiOHTohq4yP+pgk4vf2aCsyRZOtw8MjkM7iw7yZ/WkppmM44T3qg==:'

const verdictOf = (field: string, body = hello) =>
  verifyContentDigest(field, bytesOf(body)).then(
    () => 'valid',
    (error: Error) => error.message,
  )

describe('Content-Digest (RFC 9530)', () => {
  it('the digests of the examples are those of node:crypto', () => {
    const own = (name: string, body: string) => createHash(name).update(body).digest('base64')
    expect(sha256).toBe(`sha-256=:${own('sha256', hello)}:`)
    expect(sha512).toBe(`sha-512=:${own('sha512', hello)}:`)
    expect(empty).toBe(`sha-256=:${own('sha256', '')}:`)
  })

  it('the digest of a body is that of the RFC, with sha-256 by default', async () => {
    expect(await contentDigest(bytesOf(hello))).toBe(sha256)
    expect(await contentDigest(bytesOf(hello), 'sha-512')).toBe(sha512)
    expect(await contentDigest(bytesOf(''))).toBe(empty)
  })

  it.each([
    [sha256],
    [sha512],
    [`${sha256}, ${sha512}`],
    [`md5=:AAAA:, ${sha256}`],
    [`unixsum=7, x;y=1, ${sha256}`],
  ])(
    'a digest that matches is accepted, and those of unknown algorithms are ignored: %s',
    async (field) => {
      expect(await verdictOf(field)).toBe('valid')
    },
  )

  it('the digest of no content is that of the RFC', async () => {
    expect(await verdictOf(empty, '')).toBe('valid')
    expect(await verdictOf(empty, ' ')).toBe('The body does not match its Content-Digest.')
  })

  const mismatch = 'The body does not match its Content-Digest.'
  it.each([
    [sha256.replace('RK', 'RL'), mismatch],
    [`${sha256}, ${sha512.replace('YM', 'YN')}`, mismatch],
    [`${sha256.replace('RK', 'RL')}, ${sha512}`, mismatch],
    ['sha-256=::', mismatch],
    ['sha-256=:AAAA:', mismatch],
    ['sha-256=7', mismatch],
    ['sha-256', mismatch],
    ['sha-256=(:AAAA:)', mismatch],
    ['md5=:Wp2u4QA2Jtb7Tk1V1tnK4w==:', 'Content-Digest has neither sha-256 nor sha-512.'],
    ['', 'Content-Digest has neither sha-256 nor sha-512.'],
    ['SHA-256=:AAAA:', 'Content-Digest is not a dictionary of structured fields.'],
    ['sha-256=:*:', 'Content-Digest is not a dictionary of structured fields.'],
  ])(
    'a digest that is wrong is refused, even beside one that matches: %s',
    async (field, message) => {
      expect(await verdictOf(field)).toBe(message)
    },
  )

  it('no other body has the digest of a body', async () => {
    const bodies = fc.uint8Array({ maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(bodies, bodies, async (one, other) => {
        const field = await contentDigest(new Uint8Array(one))
        const isSame = Buffer.from(one).equals(Buffer.from(other))
        const verdict = verifyContentDigest(field, new Uint8Array(other))
        await (isSame ? verdict : expect(verdict).rejects.toThrow(mismatch))
      }),
    )
  })
})
