import { oneView } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import { ApiResponse, jsonRenderer, type Renderer } from '../../src/index.ts'

const renderer = (mediaType: string, format: string, parameters?: string[]): Renderer => ({
  mediaType,
  format,
  charset: null,
  ...(parameters && { parameters }),
  render: (_data, context) => JSON.stringify(context.parameters),
})
const json = renderer('application/json', 'json', ['indent'])
const html = renderer('text/html', 'api')
const csv = renderer('text/csv', 'csv')

/** The media type of the answer, or its status when it is an error. */
async function chosen(
  accept: string | undefined,
  renderers: readonly Renderer[] = [json, html, csv],
  query = '',
): Promise<string> {
  const view = { renderers, get: () => new ApiResponse({}) }
  const headers: Record<string, string> = accept === undefined ? {} : { Accept: accept }
  const response = await oneView(view).get(`/${query}`, { headers })
  return response.ok ? `${response.headers.get('Content-Type')}` : `${response.status}`
}

describe('content negotiation', () => {
  it('takes the first renderer when there is no Accept header, or an empty one', async () => {
    expect(await chosen(undefined)).toBe('application/json')
    expect(await chosen('')).toBe('application/json')
    expect(await chosen('   ')).toBe('application/json')
    expect(await chosen(undefined, [csv, json])).toBe('text/csv')
  })

  it('chooses among the renderers of each view, be the header one that others have answered', async () => {
    const accept = 'application/json;q=0.1, text/*'

    expect(await chosen(accept, [json, html])).toBe('text/html')
    expect(await chosen(accept, [json, csv])).toBe('text/csv')
    expect(await chosen(accept, [json])).toBe('application/json')
    expect(await chosen(accept, [json, html])).toBe('text/html')
  })

  it('takes the renderer that the header names', async () => {
    expect(await chosen('text/csv')).toBe('text/csv')
    expect(await chosen('TEXT/HTML')).toBe('text/html')
    expect(await chosen('image/png, text/csv')).toBe('text/csv')
  })

  it('takes the first renderer of a range', async () => {
    expect(await chosen('*/*')).toBe('application/json')
    expect(await chosen('text/*')).toBe('text/html')
    expect(await chosen('image/*, text/*')).toBe('text/html')
  })

  it('follows the order of the renderers, not of the header, among equals', async () => {
    expect(await chosen('text/csv, text/html')).toBe('text/html')
    expect(await chosen('text/csv, text/html', [csv, html])).toBe('text/csv')
  })

  it('prefers the more specific range among equal weights', async () => {
    expect(await chosen('*/*, text/csv')).toBe('text/csv')
    expect(await chosen('*/*, text/*')).toBe('text/html')
    expect(await chosen('text/*, text/csv')).toBe('text/csv')
    expect(await chosen('text/csv, application/json; indent=2')).toBe('application/json')
    expect(await chosen('application/json; indent=2, text/csv', [csv, json])).toBe(
      'application/json',
    )
  })

  it('content negotiation honours weights', async () => {
    expect(await chosen('application/json;q=0.1, text/csv;q=0.9')).toBe('text/csv')
    expect(await chosen('application/json;q=0.9, text/csv;q=0.1')).toBe('application/json')
    expect(await chosen('text/csv;q=0.5, */*;q=0.1')).toBe('text/csv')
    expect(await chosen('text/csv;q=0.1, */*;q=0.5')).toBe('application/json')
    expect(await chosen('application/json;q=0.001')).toBe('application/json')
  })

  it('gives each renderer the weight of the most specific range that names it', async () => {
    expect(await chosen('*/*, application/json;q=0.2')).toBe('text/html')
    expect(await chosen('text/*;q=0.9, text/html;q=0.1')).toBe('text/csv')
    expect(await chosen('text/html;q=0.1, text/*;q=0.9')).toBe('text/csv')
    expect(
      await chosen('application/json;q=0.1, application/json; indent=2;q=0.9, text/csv;q=0.5'),
    ).toBe('application/json')
  })

  it('content negotiation never chooses a media type of the weight 0', async () => {
    expect(await chosen('application/json;q=0')).toBe('406')
    expect(await chosen('application/json;q=0, */*')).toBe('text/html')
    expect(await chosen('*/*;q=0')).toBe('406')
    expect(await chosen('text/*;q=0, */*;q=0.1')).toBe('application/json')
    expect(await chosen('*/*, application/json;q=0, text/*;q=0')).toBe('406')
  })

  it('negotiation takes a range with parameters only when the renderer can satisfy them', async () => {
    expect(await chosen('application/json; indent=4')).toBe('application/json')
    expect(await chosen('application/json; version=2')).toBe('406')
    expect(await chosen('application/json; indent=4; version=2')).toBe('406')
    expect(await chosen('text/csv; indent=4')).toBe('406')
    expect(await chosen('application/json; version=2, text/csv;q=0.1')).toBe('text/csv')
    expect(await chosen('*/*; version=2')).toBe('406')
  })

  it('a renderer receives the parameters of the range that chose it, in lower case', async () => {
    const parametersFor = async (accept: string) => {
      const view = { renderers: [json, csv], get: () => new ApiResponse({}) }
      return (await oneView(view).get('/', { headers: { Accept: accept } })).json()
    }
    expect(await parametersFor('application/json; INDENT=4; q=0.5')).toEqual({ indent: '4' })
    expect(await parametersFor('*/*; indent=2')).toEqual({ indent: '2' })
    expect(await parametersFor('application/json; indent="3"')).toEqual({ indent: '3' })
    expect(await parametersFor('application/json')).toEqual({})
    expect(await parametersFor('')).toEqual({})
  })

  it.each([
    'image/png',
    'nonsense',
    ',',
    'é/é',
    '*',
    '*/json',
    'application',
    'application/json+x',
  ])('answers 406 in the first renderer to Accept: %s', async (accept) => {
    const client = oneView({ renderers: [jsonRenderer(), csv], get: () => new ApiResponse({}) })
    const headers = { Accept: String.fromCharCode(...new TextEncoder().encode(accept)) }
    const response = await client.get('/', { headers })

    expect(response.status).toBe(406)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(await response.json()).toEqual({
      detail: 'Could not satisfy the request Accept header.',
    })
  })

  it('content negotiation survives a header of many ranges, or a very long one', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => `x/y${index}`).join()
    expect(await chosen(`text/csv, ${many}`)).toBe('text/csv')
    expect(await chosen(`${many}, text/csv`)).toBe('406')
  })
})

describe('the format in the query', () => {
  it('?format chooses the renderer', async () => {
    expect(await chosen(undefined, undefined, '?format=csv')).toBe('text/csv')
    expect(await chosen('*/*', undefined, '?format=api')).toBe('text/html')
    expect(await chosen(undefined, undefined, '?format=json&format=csv')).toBe('text/csv')
  })

  it('leaves the Accept header a say: 406 when it refuses the format', async () => {
    expect(await chosen('text/html', undefined, '?format=csv')).toBe('406')
    expect(await chosen('text/*', undefined, '?format=csv')).toBe('text/csv')
  })

  it('a ?format that no renderer has is 404, in the first renderer', async () => {
    const client = oneView({ get: () => new ApiResponse({}) })
    for (const format of ['xml', 'JSON', 'toString', ' json']) {
      const response = await client.get(`/?format=${format}`)

      expect(response.status).toBe(404)
      expect(await response.json()).toEqual({ detail: 'Not found.' })
    }
  })

  it('?format is read before the Accept header', async () => {
    expect(await chosen('image/png', undefined, '?format=xml')).toBe('404')
  })

  it('an empty ?format is ignored', async () => {
    expect(await chosen(undefined, undefined, '?format=')).toBe('application/json')
  })

  it('URL_FORMAT_OVERRIDE names the format parameter, or removes it', async () => {
    const view = { renderers: [json, csv], get: () => new ApiResponse({}) }
    const typeAt = async (query: string, URL_FORMAT_OVERRIDE: string | null) => {
      const response = await oneView(view, { URL_FORMAT_OVERRIDE }).get(`/${query}`)
      return response.headers.get('Content-Type')
    }
    expect(await typeAt('?as=csv', 'as')).toBe('text/csv')
    expect(await typeAt('?format=csv', 'as')).toBe('application/json')
    expect(await typeAt('?format=csv', null)).toBe('application/json')
    expect(await typeAt('?null=csv', null)).toBe('application/json')
  })
})
