import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Difference } from '../../packages/replay/src/comparing/difference.ts'
import { Findings } from '../../packages/replay/src/reporting/findings.ts'
import { htmlReport } from '../../packages/replay/src/reporting/html-report.ts'
import { describeInChromium, launchChromium } from '../support/chromium.ts'
import { seriousFindings } from './notes-site.ts'

/** A replay whose report has a part of each kind. */
function everyKind(): Findings {
  const why = 'Addresses without a slash are not redirected.'
  const findings = new Findings([{ status: '301 → 404', why }])
  const add = (target: string, ...differences: Difference[]) =>
    findings.add({ method: 'GET', target, place: 'line 1' }, differences, new Map())
  for (let id = 0; id < 40; id++) {
    add(`/notes/${id}/`, {
      part: 'body',
      where: '/rating',
      kind: 'type: number → string',
      old: '4.5',
      new: '"4.50"',
    })
  }
  add('/notes', { part: 'status', where: '', kind: '301 → 404', old: null, new: null })
  add(`/${'long-'.repeat(40)}/`, {
    part: 'header',
    where: 'Allow',
    kind: 'without PUT',
    old: 'GET, PUT',
    new: 'GET',
  })
  add('/same/')
  findings.skip('POST: only GET, HEAD and OPTIONS are sent')
  findings.addUnreadable('It is no line of an access log', 'line 7')
  return findings
}

describeInChromium('the page of a replay', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-replay-'))
  const path = join(folder, 'report.html')
  let browser: Awaited<ReturnType<typeof launchChromium>>
  beforeAll(async () => {
    writeFileSync(path, htmlReport(everyKind()))
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true })
  })

  it.each(['light', 'dark'] as const)(
    'everyone can read the page of a replay, on a phone, too (%s)',
    async (colorScheme) => {
      const viewport = { width: 390, height: 844 }
      const context = await browser.newContext({ colorScheme, viewport, bypassCSP: true })
      const page = await context.newPage()
      await page.goto(`file://${path}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        viewport.width,
      )
      expect(await page.getByRole('heading', { name: 'Differences by path' }).count()).toBe(1)
      expect(await seriousFindings(page)).toEqual([])
    },
  )
})
