import { oneView } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import { type ExceptionHandler, exceptionHandler, NonFieldError } from '../../src/index.ts'

const raise = () => {
  throw new NonFieldError('The end comes before the start.', 'order', { headers: { 'X-Why': '7' } })
}

describe('an error of no field', () => {
  it('an error of no field stands under non_field_errors', async () => {
    const response = await oneView({ get: raise }).get('/')

    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ non_field_errors: ['The end comes before the start.'] })
  })

  it('an error of no field stands under the key of the settings, for the exception handler too', async () => {
    const seen: unknown[] = []
    const handler: ExceptionHandler = (error, context) => {
      if (error instanceof NonFieldError) seen.push(error.codes)
      return exceptionHandler(error, context)
    }
    const settings = { NON_FIELD_ERRORS_KEY: 'all', EXCEPTION_HANDLER: handler }
    const response = await oneView({ get: raise }, settings).get('/')

    expect(await response.json()).toEqual({ all: ['The end comes before the start.'] })
    expect(response.headers.get('X-Why')).toBe('7')
    expect(seen).toEqual([{ all: ['order'] }])
  })

  it.each(['non_field_errors', 'all'])(
    'a subclass of an error of no field keeps its class and its status under %s',
    async (key) => {
      class Overlap extends NonFieldError {
        static override readonly status = 409
      }
      const seen: unknown[] = []
      const settings = {
        NON_FIELD_ERRORS_KEY: key,
        EXCEPTION_HANDLER: ((error, context) => {
          seen.push(error instanceof Overlap)
          return exceptionHandler(error, context)
        }) satisfies ExceptionHandler,
      }
      const get = () => {
        throw new Overlap('They overlap.')
      }
      const response = await oneView({ get }, settings).get('/')

      expect([response.status, await response.json()]).toEqual([409, { [key]: ['They overlap.'] }])
      expect(seen).toEqual([true])
    },
  )

  it('points at all of the data in problem details', async () => {
    const headers = { Accept: 'application/json, application/problem+json' }
    const client = oneView({ get: raise }, { NON_FIELD_ERRORS_KEY: 'all' })

    expect(await (await client.get('/', { headers })).json()).toMatchObject({
      errors: [{ detail: 'The end comes before the start.', code: 'order', pointer: '#' }],
    })
  })

  it('an error of no field says that the input is invalid when it is given no text', () => {
    expect(new NonFieldError().detail).toEqual({ non_field_errors: ['Invalid input.'] })
  })
})
