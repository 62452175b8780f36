import { readFileSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import { join, resolve } from 'node:path'
import { blocksOf } from '@turnpike/test-support/docs-examples.ts'
import { writtenPage } from '@turnpike/test-support/guide.ts'
import { describe, expect, it, onTestFinished } from 'vitest'

const readme = readFileSync(join(resolve(import.meta.dirname, '..'), 'README.md'), 'utf8')
const samples = [...readme.matchAll(/<summary>(.*?)<\/summary>([\s\S]*?)<\/details>/g)].map(
  ([, title = '', text = '']) => ({ title, text }),
)

describe('the samples at the beginning of README.md', () => {
  it.each(samples)(
    '$title: the app of the sample answers what README.md shows',
    async ({ text }) => {
      const page = writtenPage('README.md')
      onTestFinished(page.remove)
      const [, file = ''] = /^\/\/ (\S+)$/m.exec(text) ?? []
      const { default: app } = await page.load<{ default: App }>(file)

      for (const { command, shown } of exchangesOf(text)) {
        const response = await app.fetch(requestOf(command), { address: '127.0.0.1' })
        expect(await asShown(response, shown)).toBe(shown)
      }
    },
  )

  it('there are four samples, of which one is open', () => {
    expect(samples).toHaveLength(4)
    expect(readme.match(/<details name="sample" open>/g)).toHaveLength(1)
  })
})

interface App {
  fetch(request: Request, info: { address: string }): Promise<Response>
}

/** The commands of the consoles, each with what is shown after it. */
const exchangesOf = (text: string) =>
  blocksOf(text, 'console').flatMap(({ code }) =>
    code
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [command = '', ...shown] = part.trim().split('\n')
        return { command, shown: shown.join('\n') }
      }),
  )

/** The request of `curl -i <url> [-u name:password] [--json <text>]`. */
function requestOf(command: string): Request {
  const [, url = '', , login, , json] =
    /^curl -i (\S+)( -u (\S+))?( --json '(.*)')?$/.exec(command) ?? []
  return new Request(url, {
    headers: {
      ...(login !== undefined && { Authorization: `Basic ${btoa(login)}` }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(json !== undefined && { method: 'POST', body: json }),
  })
}

/** The answer as the page shows it: its status line, the fields that are shown, and the body. */
async function asShown(response: Response, shown: string): Promise<string> {
  const fields = [...response.headers].filter(([name]) => shown.includes(`\n${name}:`))
  const body = await response.text()
  return [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
    '',
    body.replace(/(?<=cursor=)[^"]+/, '…'),
  ].join('\n')
}
