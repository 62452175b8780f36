import { sendThroughNode } from '@turnpike/test-support/node-door.ts'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import { ApiResponse, createApi, type Middleware, routes } from '../../src/index.ts'
import { textResponse } from '../../src/web/text-response.ts'

const text = '{"a":"é"}'
const init = { status: 201, headers: { 'content-type': 'application/json', 'x-a': '1' } }
const both = () => [textResponse(text, init), new Response(text, init)] as const

const readings: Record<string, (response: Response) => unknown> = {
  status: ({ status, ok, type, redirected }) => [status, ok, type, redirected],
  headers: ({ headers }) => [...headers],
  bodyUsed: ({ bodyUsed }) => bodyUsed,
  text: (response) => response.text(),
  json: (response) => response.json(),
  bytes: (response) => response.bytes(),
  arrayBuffer: async (response) => [...new Uint8Array(await response.arrayBuffer())],
  blob: async (response) => {
    const blob = await response.blob()
    return [blob.type, await blob.text()]
  },
  formData: (response) => response.formData().catch(({ name }) => name),
  'the body as a stream': (response) => new Response(response.body).text(),
  'the same body': (response) => new Set([response.body, response.body]).size,
  'reading twice': async (response) => {
    await response.text()
    return [response.bodyUsed, await response.text().catch(({ name }) => name)]
  },
  'a clone': async (response) => {
    const clone = response.clone()
    return [await clone.text(), clone.status, [...clone.headers], await response.text()]
  },
  'a clone with a changed field': (response) => {
    response.clone()
    response.headers.set('x-a', '2')
    return response.clone().headers.get('x-a')
  },
  'a clone after reading': async (response) => {
    await response.text()
    try {
      return response.clone().status
    } catch (error) {
      return (error as Error).name
    }
  },
  'a response made of it': async (response) => {
    const made = new Response(response.body, response)
    return [made.status, [...made.headers], await made.text()]
  },
}

describe('a response with a text', () => {
  it.each(Object.entries(readings))('a text response is read as any other: %s', async (_, read) => {
    const [lazy, plain] = both()

    expect(lazy).toBeInstanceOf(Response)
    expect(await read(lazy)).toEqual(await read(plain))
  })
})

const middleware: Record<string, Middleware> = {
  nothing: (_, next) => next(),
  'a field is added': async (context, next) => {
    await next()
    context.res.headers.append('Set-Cookie', 'a=1')
    context.res.headers.append('Set-Cookie', 'b=2')
    context.header('X-Seen', 'yes')
  },
  'the body is read': async (context, next) => {
    await next()
    context.res.headers.set('X-Length', `${(await context.res.clone().text()).length}`)
  },
  'the body is replaced': async (context, next) => {
    await next()
    const data = (await context.res.json()) as object
    context.res = Response.json({ data }, context.res)
  },
  'the body is passed on as a stream': async (context, next) => {
    await next()
    context.res = new Response(context.res.body, context.res)
  },
  'the request is replaced': async (context, next) => {
    context.req.raw = new Request(context.req.raw, { headers: { 'X-Own': '1' } })
    await next()
  },
}

describe('middleware on Node', () => {
  it.each(Object.entries(middleware))(
    'middleware gets and gives the same through both doors: %s',
    async (_, around) => {
      const app = routes(
        createApi({ LOGGER: silentLogger }),
        { '/': { get: () => new ApiResponse({ a: 'é' }) } },
        { middleware: [around] },
      )
      for (const [method, path] of [
        ['GET', '/'],
        ['HEAD', '/'],
        ['PUT', '/'],
        ['GET', '/nowhere/'],
      ] as const) {
        const web = await app.fetch(new Request(`http://a${path}`, { method }), {})
        const request = `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
        const node = await sendThroughNode(app, Buffer.from(request), { logger: silentLogger })

        expect(node.status).toBe(web.status)
        expect(node.body.toString()).toBe(await web.text())
        const isOfWeb = ([name]: readonly [string, string]) => name !== 'content-length'
        expect(node.fields.filter(isOfWeb)).toEqual([...web.headers].filter(isOfWeb))
      }
    },
  )
})
