import { describe, expect, it } from 'vitest'
import { badRequest, notFound, serverError } from '../../src/index.ts'

describe('spec, Errors, rule 7: the generic error views return JSON', () => {
  it.each([
    [serverError, 500, { error: 'Server Error (500)' }],
    [badRequest, 400, { error: 'Bad Request (400)' }],
    [notFound, 404, { detail: 'Not found.' }],
  ])('the error views answer JSON: %o', async (view, status, body) => {
    const response = view()

    expect(response.status).toBe(status)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(response.headers.get('Content-Length')).toBe(`${JSON.stringify(body).length}`)
    expect(await response.json()).toEqual(body)
  })
})
