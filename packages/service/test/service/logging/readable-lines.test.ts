import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createLogger } from '../../../src/service/logging/logger.ts'
import { readableLines } from '../../../src/service/logging/readable-lines.ts'

function createTerminal(hasColors = false) {
  let written = ''
  const write = (text: string | Uint8Array) => {
    written += text
    return true
  }
  const logger = createLogger('info', readableLines({ write, hasColors: () => hasColors }))
  return { logger, written: () => written }
}

const request = { method: 'GET', path: '/notes/', status: 200, durationMs: 3.14 }

describe('readable lines of the log', () => {
  it('a request is one line with its status, its time and its user', () => {
    const { logger, written } = createTerminal()
    logger.info({ ...request, user: 7, scheme: 'token', requestId: 'x' }, 'request')
    expect(written()).toMatch(/^\d\d:\d\d:\d\d GET \/notes\/ 200 3\.1 ms user 7 by token\n$/)
  })

  it('other lines have their level, their text and their facts', () => {
    const { logger, written } = createTerminal()
    logger.warn({ id: 'proxy.untrusted', peers: ['a'] }, 'Careful.')
    expect(written()).toMatch(/^[\d:]+ WARN Careful\. id=proxy\.untrusted peers=\["a"\]\n$/)
  })

  it('an error has its stack and that of its cause, indented', () => {
    const { logger, written } = createTerminal()
    logger.error(
      { err: new Error('Outer', { cause: new TypeError('Inner') }) },
      'A request failed.',
    )
    expect(written()).toMatch(/^[\d:]+ ERROR A request failed\.\n {2}Error: Outer\n {6}at /)
    expect(written()).toContain('\n  caused by\n  TypeError: Inner\n')
  })

  it('what a client sends does not steer the terminal', () => {
    const { logger, written } = createTerminal(true)
    logger.info({ ...request, path: '/\u001b[2Jx\u0007\u009b' }, 'request')
    logger.warn({ note: 'x\ny' }, 'a\r\nb\u001b]0;title\u0007')
    expect(written()).toContain('/x\ufffd\ufffd')
    expect(written().split('\n')).toHaveLength(3)
    expect(stripVTControlCharacters(written())).not.toMatch(/[^\P{Cc}\n]/u)
  })
})
