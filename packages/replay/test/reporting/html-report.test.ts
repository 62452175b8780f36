import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigurationError } from 'turnpike'
import { expect, it, onTestFinished } from 'vitest'
import { pageAt } from '../../src/command/runs.ts'
import { htmlReport } from '../../src/reporting/html-report.ts'
import { answering, replayTo, requestOf } from '../two-services.ts'

const hostile = '<script>alert(1)</script>'

/** Findings of two paths, one of which differs with an explanation. */
const findings = () =>
  replayTo(
    answering(`{"text":"${hostile}"}`),
    (request, response) => {
      const known = request.url?.startsWith('/known/')
      answering(
        known ? '{}' : '{"text":"other & \\"more\\""}',
        {},
        known ? 404 : 200,
      )(request, response)
    },
    [requestOf('/open/1/'), requestOf('/open/2/'), requestOf('/known/'), requestOf(`/${hostile}/`)],
    { explained: [{ status: '200 → 404', path: '/known/', why: 'It is <gone>.' }] },
  )

it('the page shows causes, values and paths, and no text of a service is markup', async () => {
  const page = htmlReport(await findings())
  expect(page).toContain('<b>4</b> compared')
  expect(page).toContain('body /text: value')
  expect(page).toContain('It is &#60;gone&#62;.')
  expect(page).toContain('other &#38; ')
  expect(page).not.toContain('<script')
  expect(page).toContain("default-src 'none'")
  expect(page).not.toMatch(/\b(?:src|href)=/)
})

it('each path that differs has a bar, the longest first', async () => {
  const page = htmlReport(await findings())
  const bars = [...page.matchAll(/<li><span>(.*?) <b>(\d+)<\/b><\/span>(.*?)<\/li>/g)]
  const byPath = new Map(bars.map(([, path, count, parts]) => [path, { count, parts }]))
  expect(bars[0]?.[1]).toBe('/open/*/')
  expect(byPath.size).toBe(3)
  const bar = (name: string, width: string) => `<i class="${name}" style="width: ${width}%"></i>`
  expect(byPath.get('/open/*/')).toEqual({ count: '2', parts: bar('open', '100.00') })
  expect(byPath.get('/known/')).toEqual({ count: '1', parts: bar('known', '50.00') })
})

it('the page of a replay without differences has no bars', async () => {
  const page = htmlReport(await replayTo(answering('{}'), answering('{}'), [requestOf('/same/')]))
  expect(page).toContain('<b>1</b> equal')
  expect(page).not.toContain('by path')
})

it('the file of the page is made at once, and only its owner may read it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-replay-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(() => pageAt(join(folder, 'missing', 'report.html'))).toThrow(ConfigurationError)
  const path = join(folder, 'report.html')
  const page = pageAt(path)
  expect(readFileSync(path, 'utf8')).toBe('')
  page.write(await findings())
  expect(readFileSync(path, 'utf8')).toContain('<!doctype html>')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})
