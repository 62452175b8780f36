import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readExposition } from '../../../telemetry/test/telemetry/exposition-parser.ts'
import { createTurnpike } from '../cli/turnpike.ts'

const module = `
  export default {
    name: 'counted',
    app: () => ({ fetch: () => Response.json({ pid: process.pid }) }),
  }`

/** A service with so many workers, null for none, and a reader of its metrics. */
async function serveCounted(workers: number | null) {
  const turnpike = createTurnpike()
  writeFileSync(join(turnpike.folder, 'app.mjs'), module)
  writeFileSync(join(turnpike.folder, 'package.json'), '{ "version": "1.4.0" }')
  const more = workers === null ? [] : ['--workers', `${workers}`]
  const server = await turnpike.serve(['app.mjs', '--migrate', ...more], {
    METRICS_PORT: '0',
    DRAIN_DELAY_SECONDS: '0',
  })
  const [, metricsUrl = ''] = /Metrics are at ([^"\s]+)/.exec(server.log()) ?? []
  const read = async () => readExposition(await (await fetch(metricsUrl)).text())
  const requests = async () =>
    (await read())
      .get('http_server_request_duration_seconds')
      ?.samples.filter(({ name }) => name.endsWith('_count'))
      .reduce((sum, { value }) => sum + value, 0) ?? 0
  const send = async () => {
    const response = await fetch(server.url, { headers: { Connection: 'close' } })
    return ((await response.json()) as { pid: number }).pid
  }
  return { server, read, requests, send, metricsUrl }
}

describe('METRICS_PORT', () => {
  it('METRICS_PORT serves the metrics of a single process, and nothing else', async () => {
    const { send, requests, read, metricsUrl, server } = await serveCounted(null)
    await send()

    expect(await requests()).toBe(1)
    expect((await read()).get('turnpike_database_waiting')?.samples).toMatchObject([{ value: 0 }])
    expect((await fetch(new URL('/', metricsUrl))).status).toBe(404)
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect([method, (await fetch(metricsUrl, { method })).status]).toEqual([method, 404])
    }
    const head = await fetch(metricsUrl, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await fetch(`${server.url}/metrics`)).headers.get('Content-Type')).toMatch(/json/)
  })

  it.each([
    ['a single process', null],
    ['two workers', 2],
  ])('METRICS_PORT has the version of package.json, of %s', async (_name, workers) => {
    const { read } = await serveCounted(workers)

    const [sample] = (await read()).get('turnpike_build_info')?.samples ?? []
    expect(Object.fromEntries(sample?.labels ?? [])).toEqual({
      version: '1.4.0',
      node: process.versions.node,
    })
  })

  it('METRICS_PORT has the sum of all workers, which never falls while they are replaced', async () => {
    const { server, send, requests } = await serveCounted(2)
    const pids = new Set<number>()
    let sent = 0
    while (pids.size < 2) {
      pids.add(await send())
      sent++
    }
    expect(await requests()).toBe(sent)

    server.kill('SIGHUP')
    const seen: number[] = []
    while (!server.log().includes('All workers have been restarted.')) {
      await send()
      sent++
      seen.push(await requests())
    }
    const [killed] = [await send()]
    sent++
    seen.push(await requests())
    process.kill(killed ?? 0, 'SIGKILL')
    await expect.poll(() => server.log()).toContain('SIGKILL')
    seen.push(await requests())

    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(await requests()).toBe(sent)
  })
})
