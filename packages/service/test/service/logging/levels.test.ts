import type { Logger } from 'turnpike'
import type { Answer } from 'turnpike/kit'
import { expect, it } from 'vitest'
import { WebRequest } from '../../../../turnpike/src/web/web-request.ts'
import { createLogger } from '../../../src/service/logging/logger.ts'
import { logRequests } from '../../../src/service/logging/request-log.ts'
import type { ServiceAnswering } from '../../../src/service/service-app.ts'

const answer: Answer = { status: 200, fields: ['x-a', '1'], body: 'text' }
const request = () =>
  new WebRequest(new Request('http://a/', { headers: { 'X-Request-Id': 'mine' } }))
const withId = { ...answer, fields: ['x-a', '1', 'x-request-id', 'mine'] }

const answers: [string, ServiceAnswering][] = [
  ['at once', () => answer],
  ['later', async () => answer],
]
const failures: [string, ServiceAnswering][] = [
  [
    'at once',
    () => {
      throw new Error('bang')
    },
  ],
  ['later', () => Promise.reject(new Error('bang'))],
]

it.each(answers)(
  'requests are not logged below the level, and have an identifier: %s',
  async (_, answering) => {
    const lines: string[] = []
    const logger = createLogger('warn', { write: (line: string) => lines.push(line) })
    let seen: string | undefined
    const logged = logRequests(
      (asked, environment) => {
        seen = environment.requestId
        return answering(asked, environment)
      },
      () => false,
      logger,
    )

    expect(await logged(request(), {})).toEqual(withId)
    expect(seen).toBe('mine')
    expect(lines).toEqual([])
  },
)

it.each(answers)('a logger without levels gets each request: %s', async (_, answering) => {
  const lines: object[] = []
  const logger: Logger = { info: (fields) => void lines.push(fields), warn() {}, error() {} }

  expect(await logRequests(answering, () => false, logger)(request(), {})).toEqual(withId)
  expect(lines).toMatchObject([{ requestId: 'mine', status: 200 }])
})

it.each(failures)(
  'a failure is logged with its identifier at every level: %s',
  async (_, answering) => {
    const lines: object[] = []
    const logger = createLogger('error', { write: (line: string) => lines.push(JSON.parse(line)) })

    const { status, fields } = await logRequests(answering, () => false, logger)(request(), {})

    expect(status).toBe(500)
    expect(fields).toContain('mine')
    expect(lines).toMatchObject([{ requestId: 'mine', err: { message: 'bang' } }])
  },
)
