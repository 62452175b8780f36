import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  basicAuthentication,
  createApi,
  isAuthenticated,
  memoryAccounts,
  memorySessions,
  routes,
  type Settings,
  sessionAuthentication,
  type ViewOptions,
} from '../../src/index.ts'
import { openApiView } from '../../src/openapi/index.ts'

const { users } = memoryAccounts()
const basic = basicAuthentication({ users })
const closed: Settings = {
  DEFAULT_AUTHENTICATION_CLASSES: [basic],
  DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
}
const info = { title: 'Test', version: '1' }

function clientOf(view: ViewOptions, settings: Settings = {}) {
  return testClient(
    routes(createApi({ LOGGER: silentLogger, ...settings }), { '/openapi.json': view }),
  )
}

describe('the view of the document', () => {
  const views = { '/things/': { get: () => new ApiResponse([]) } }

  it('answers everybody, also those with wrong credentials', async () => {
    const client = clientOf(openApiView(views, info), closed)
    const headers = { Authorization: 'Basic bm9ib2R5OmI=' }
    const response = await client.get('/openapi.json', { headers })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ openapi: '3.1.1', paths: { '/things/': {} } })
  })

  it('the view of the document can be closed with permissions', async () => {
    const client = clientOf(openApiView(views, info, { permissions: [isAuthenticated] }), closed)
    const response = await client.get('/openapi.json')
    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe('Basic realm="api"')
  })

  it('the view of the document supports If-None-Match with its ETag', async () => {
    const client = clientOf(openApiView(views, info))
    const first = await client.get('/openapi.json')
    const tag = first.headers.get('ETag') ?? ''
    expect(tag).toMatch(/^"[\w-]{22}"$/)
    expect(first.headers.get('Cache-Control')).toBe('no-cache')

    const again = await client.get('/openapi.json', { headers: { 'If-None-Match': `W/${tag}` } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    const other = await client.get('/openapi.json', { headers: { 'If-None-Match': '"other"' } })
    expect(other.status).toBe(200)
  })

  it('answers HEAD without a body', async () => {
    const response = await clientOf(openApiView(views, info)).request('HEAD', '/openapi.json')
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  it('names the cookies of the scheme by which it is reached', async () => {
    const sessions = memorySessions({ users })
    const view = openApiView(
      { '/a/': { ...views['/things/'], authentication: [sessionAuthentication({ sessions })] } },
      info,
    )
    const app = routes(createApi(), { '/openapi.json': view })
    const nameAt = async (baseUrl: string) => {
      const response = await testClient(app, { baseUrl }).get('/openapi.json')
      return (await response.json()).components.securitySchemes.session.name
    }
    expect(await nameAt('http://api.test')).toBe('sessionid')
    expect(await nameAt('https://api.test')).toBe('__Host-sessionid')
  })
})
