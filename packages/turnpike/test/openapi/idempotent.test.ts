import { describe, expect, it } from 'vitest'
import { ApiResponse, createApi, type Settings, type ViewOptions } from '../../src/index.ts'
import { openApiDocument, type ParameterObject } from '../../src/openapi/index.ts'
import { expectValid, resolve } from './valid.ts'

const post = () => new ApiResponse({})

async function documented(options: ViewOptions, settings: Settings = {}) {
  const api = createApi(settings)
  const views = { '/': api.view({ get: post, post, ...options }) }
  const document = await openApiDocument(api, views, { title: 'T', version: '1' })
  await expectValid(document)
  const parametersOf = (method: 'get' | 'post') =>
    (document.paths['/']?.[method]?.parameters ?? []).map((parameter) =>
      resolve<ParameterObject>(document, parameter),
    )
  return { operation: document.paths['/']?.post, parametersOf }
}

describe('the document of an idempotent view', () => {
  it('the document names the header field of the key, for POST alone', async () => {
    const { parametersOf } = await documented({ idempotent: true })
    expect(parametersOf('post')).toMatchObject([
      { name: 'Idempotency-Key', in: 'header', required: false },
    ])
    expect(parametersOf('get')).toEqual([])
  })

  it('the document says that the key is required, and its name by the settings', async () => {
    const settings = { IDEMPOTENCY_HEADER: 'X-Key' }
    const { parametersOf } = await documented({ idempotent: { required: true } }, settings)
    expect(parametersOf('post')).toMatchObject([{ name: 'X-Key', required: true }])
  })

  it('an idempotent view has the answers 400, 409 and 422, and the field of a repeat', async () => {
    const { operation } = await documented({ idempotent: true })
    expect(Object.keys(operation?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '409', '422']),
    )
    expect(JSON.stringify(operation?.responses)).toContain('Idempotency-Replayed')
    const plain = await documented({})
    expect(Object.keys(plain.operation?.responses ?? {})).not.toContain('422')
  })
})
