import { testClient } from '@turnpike/testing'
import { ApiResponse, createApi, routes } from 'turnpike'
import { browsableRenderer } from 'turnpike/pages'
import { describe, expect, it } from 'vitest'
import { openConnection } from '../../packages/turnpike/test/node/connection.ts'
import { openNotes } from './open-notes.ts'

const methods = [
  ...['GET', 'HEAD', 'head', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  ...['TRACE', 'CONNECT', 'PROPFIND', '', ' HEAD', 'HEAD\r\n'],
]

const pageForm = (path: string, method: string) => {
  const body = `_method=${encodeURIComponent(method)}`
  return [
    `POST ${path} HTTP/1.1`,
    'Host: a',
    'Accept: text/html',
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

/** What the service answers on one connection to these bytes and to `GET /healthz` after them. */
async function answersTo(port: number, request: string): Promise<string[]> {
  const connection = await openConnection(port)
  connection.send(
    `${request}GET /healthz HTTP/1.1\r\nHost: a\r\nAccept: application/json\r\nConnection: close\r\n\r\n`,
  )
  return splitByLength(await connection.closed())
}

/** The answers in a stream of bytes as a client of POST and GET finds them: by their lengths. */
function splitByLength(stream: string): string[] {
  const answers: string[] = []
  for (let rest = stream; rest !== ''; ) {
    const head = rest.slice(0, rest.indexOf('\r\n\r\n') + 4)
    expect(head, 'is no head of an answer').toMatch(/^HTTP\/1\.1 \d{3} /)
    const length = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1] ?? 0)
    const answer = rest.slice(0, head.length + length)
    expect(answer.length, 'has fewer bytes than it says').toBe(head.length + length)
    answers.push(answer)
    rest = rest.slice(answer.length)
  }
  return answers
}

describe('the answer to a form of a page', () => {
  it.each(['/login/', '/', '/whoami/', '/notes/', '/admin/'])(
    'the answer to a form has as many bytes as its Content-Length, whatever _method says: %s',
    async (path) => {
      const { port } = await openNotes()

      for (const method of methods) {
        const answers = await answersTo(port, pageForm(path, method))

        expect(answers, method).toHaveLength(2)
        expect(answers[1], method).toMatch(/^HTTP\/1\.1 200 /)
      }
    },
  )

  it.each(['TRACE', 'CONNECT'])(
    'the answer to a form is 405 for %s, for which there is no web request, though the view has it',
    async (method) => {
      const api = createApi({ DEFAULT_RENDERER_CLASSES: [browsableRenderer({ title: 'Tests' })] })
      const view = api.view({ methods: { [method]: () => new ApiResponse('done') } })
      const client = testClient(routes(api, { '/': view }))

      const response = await client.post('/', {
        form: { _method: method },
        headers: { Accept: 'text/html' },
      })

      expect(response.status).toBe(405)
    },
  )

  it('the answer to a form is 405 for HEAD, whose answer would have no body', async () => {
    const { port } = await openNotes()

    for (const method of ['HEAD', 'head']) {
      const [answer] = await answersTo(port, pageForm('/login/', method))

      expect(answer).toMatch(/^HTTP\/1\.1 405 /)
    }
  })
})
