import { readFileSync } from 'node:fs'
import { ApiResponse, createApi, isAuthenticated, routes } from 'turnpike'
import { expect, it } from 'vitest'
import { metrics } from '../../src/metrics/index.ts'
import { readExposition } from './exposition-parser.ts'

interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[]
}

interface Dashboard {
  readonly __inputs: readonly { readonly name: string; readonly pluginId: string }[]
  readonly __requires: readonly { readonly type: string; readonly id: string }[]
  readonly schemaVersion: number
  readonly panels: readonly Panel[]
  readonly templating: { readonly list: readonly { readonly definition: string }[] }
  readonly annotations: { readonly list: readonly { readonly expr: string }[] }
}

const path = new URL('../../../../deploy/grafana.json', import.meta.url)
const dashboard: Dashboard = JSON.parse(readFileSync(path, 'utf8'))

/** The labels of each series, as a service with every kind of request writes them. */
async function writtenSeries(): Promise<Map<string, ReadonlySet<string>>> {
  const counts = metrics({ version: '1.0.0' })
  counts.addDatabase('main', () => ({ connections: { total: 2, idle: 1 }, waiting: 0 }))
  const api = createApi({ LOGGER: { info() {}, warn() {}, error() {} } })
  const get = () => new ApiResponse(1)
  const app = counts.around(
    routes(api, {
      '/open/': api.view({ get }),
      '/closed/': api.view({ permissions: [isAuthenticated], get }),
      '/old/': api.view({ deprecated: { since: '2026-01-01' }, get }),
    }),
  )
  for (const each of ['/open/', '/closed/', '/old/']) {
    await app.fetch(new Request(`http://api.test${each}`), {})
  }
  const series = new Map<string, Set<string>>()
  for (const [family, { samples }] of readExposition(await counts.text())) {
    // A counter of what has not happened yet has no series.
    if (samples.length === 0) series.set(family, documentedLabels(family))
    for (const { name, labels } of samples) {
      series.set(name, new Set([...(series.get(name) ?? []), ...labels.keys()]))
    }
  }
  return series
}

/** The labels of a family by the table in the documentation. */
function documentedLabels(family: string): Set<string> {
  const page = new URL('../../../../docs/observability.md', import.meta.url)
  const row = new RegExp(`^\\| \`${family}\` \\| ([^|]*) \\|`, 'm').exec(readFileSync(page, 'utf8'))
  return new Set([...(row?.[1] ?? '').matchAll(/`(\w+)`/g)].map(([, label = '']) => label))
}

/** Labels that Prometheus adds. */
const added = new Set(['job', 'instance'])

it('the dashboard for Grafana asks for series and labels that a service has', async () => {
  const series = await writtenSeries()
  const queries = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...dashboard.annotations.list.map(({ expr }) => expr),
  ]
  expect(queries.length).toBeGreaterThan(15)
  for (const query of queries) {
    const selected = [...query.matchAll(/\b([a-z_]+)\{([^}]*)\}/g)]
    expect(selected.length, query).toBeGreaterThan(0)
    for (const [, name = '', matchers = ''] of selected) {
      const labels = series.get(name)
      expect(labels, name).toBeDefined()
      const asked = [...matchers.matchAll(/(\w+)(?:=~?|!~?)"/g)].map(([, label = '']) => label)
      const grouped = /\bby \(([^)]*)\)/.exec(query)?.[1]?.split(', ') ?? []
      const unknown = [...asked, ...grouped].filter(
        (label) => !added.has(label) && labels?.has(label) === false,
      )
      expect(unknown, `${name} in ${query}`).toEqual([])
    }
  }
  for (const { definition } of dashboard.templating.list) {
    expect(series.has(/label_values\((\w+), job\)/.exec(definition)?.[1] ?? '')).toBe(true)
  }
})

it('the dashboard for Grafana can be imported: a data source to choose, and panels side by side', () => {
  expect(dashboard.__inputs.map(({ name, pluginId }) => [name, pluginId])).toEqual([
    ['DS_PROMETHEUS', 'prometheus'],
  ])
  const declared = dashboard.__requires.filter(({ type }) => type === 'panel').map(({ id }) => id)
  expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(36)
  const { panels } = dashboard
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const taken = new Set<string>()
  for (const { title, type, gridPos } of panels) {
    expect(declared, title).toContain(type)
    expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect(taken.has(`${x},${y}`), title).toBe(false)
        taken.add(`${x},${y}`)
      }
    }
  }
})
