import { describe, expect, it } from 'vitest'
import { ApiException, ErrorMessage, PermissionDenied, ValidationError } from '../../src/index.ts'

describe('spec, Error body: inspection of an error yields three views', () => {
  it('the text, the code and one full message for a single text', () => {
    const error = new PermissionDenied()

    expect(error.detail).toBe('You do not have permission to perform this action.')
    expect(error.codes).toBe('permission_denied')
    expect(error.fullDetails).toEqual({
      message: 'You do not have permission to perform this action.',
      code: 'permission_denied',
    })
  })

  it('each view of an error has the shape of the detail, however it is nested', () => {
    const error = new ValidationError({
      name: [new ErrorMessage('This field is required.', 'required')],
      lines: [{}, { amount: ['A valid integer is required.'] }],
    })

    expect(error.detail).toEqual({
      name: ['This field is required.'],
      lines: [{}, { amount: ['A valid integer is required.'] }],
    })
    expect(error.codes).toEqual({ name: ['required'], lines: [{}, { amount: ['invalid'] }] })
    expect(error.fullDetails).toEqual({
      name: [{ message: 'This field is required.', code: 'required' }],
      lines: [{}, { amount: [{ message: 'A valid integer is required.', code: 'invalid' }] }],
    })
  })

  it('keeps the order of fields and the empty list and object', () => {
    const error = new ApiException({ z: 'last', a: 'first', none: [], nothing: {} })

    expect(Object.keys(error.detail)).toEqual(['z', 'a', 'none', 'nothing'])
    expect(error.fullDetails).toMatchObject({ none: [], nothing: {} })
  })

  it('keeps a field named __proto__ as a field', () => {
    const fields = JSON.parse('{"__proto__": ["Unknown field."]}')
    const { detail, codes, fullDetails } = new ValidationError(fields)

    expect(JSON.stringify(detail)).toBe('{"__proto__":["Unknown field."]}')
    expect(JSON.stringify(codes)).toBe('{"__proto__":["invalid"]}')
    expect(Object.getPrototypeOf(fullDetails)).toBe(Object.prototype)
  })

  it.each([
    [
      { title: [undefined] },
      'ValidationError needs a string, or lists and objects of strings: title.0 is undefined.',
    ],
    [{ a: { b: [{}, { c: null }] } }, 'a.b.1.c is null.'],
    [{ count: 3 }, 'count is 3.'],
    [[true], '0 is true.'],
  ])('an error detail names the place of a value that is not a text: %o', (detail, message) => {
    const raise = () => new ValidationError(detail as never)
    expect(raise).toThrow(TypeError)
    expect(raise).toThrow(message)
    try {
      raise()
    } catch (error) {
      expect((error as Error).stack).toContain('error-detail.test.ts')
    }
  })

  it('an error detail does not change when the caller changes the given object', () => {
    const messages = ['Too long.']
    const error = new ValidationError({ title: messages })
    messages.push('Taken.')

    expect(error.detail).toEqual({ title: ['Too long.'] })
  })
})
