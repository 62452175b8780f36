import { Counter, Gauge, Histogram, Registry, Summary } from '@prometheus-io/client'
import { describe, expect, it } from 'vitest'
import { exposition } from '../../src/metrics/exposition.ts'
import { together } from '../../src/metrics/families.ts'
import { metrics } from '../../src/metrics/index.ts'

/** A registry with a metric of each kind. */
function shop() {
  const register = new Registry()
  const registers = [register]
  const orders = new Counter({
    name: 'shop_orders_total',
    help: 'Orders.',
    labelNames: ['place'],
    registers,
  })
  const stock = new Gauge({ name: 'shop_stock', help: 'Pieces.', aggregator: 'max', registers })
  const oldest = new Gauge({ name: 'shop_oldest', help: 'Age.', aggregator: 'min', registers })
  const open = new Gauge({ name: 'shop_open', help: 'Carts.', registers })
  const mean = new Gauge({ name: 'shop_mean', help: 'Mean.', aggregator: 'average', registers })
  const prices = new Histogram({
    name: 'shop_price',
    help: 'Prices.',
    buckets: [1, 10],
    labelNames: ['place'],
    registers,
  })
  const weights = new Summary({
    name: 'shop_weight',
    help: 'Weights.',
    percentiles: [0.5],
    registers,
  })
  return { register, orders, stock, oldest, open, mean, prices, weights }
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.startsWith('shop_'))

describe('metrics({ register })', () => {
  it('shows metrics of the application as their own library does', async () => {
    const { register, orders, stock, prices } = shop()
    register.removeSingleMetric('shop_weight')
    orders.inc({ place: 'a "quoted"\nline \\' })
    orders.inc({ place: 'Riga' }, 3)
    stock.set(2.5)
    for (const price of [0.5, 7, 8, 100]) prices.observe({ place: 'Riga' }, price)

    const shown = linesOf(await metrics({ register }).text())
    expect(shown).toContain('shop_orders_total{place="Riga"} 3')
    expect(shown).toContain('shop_price_bucket{place="Riga",le="10"} 3')
    expect(shown).toContain('shop_price_sum{place="Riga"} 115.5')
    const sorted = (lines: readonly string[]) =>
      lines.map((line) => line.replace('le="10",place="Riga"', 'place="Riga",le="10"')).toSorted()
    const theirs = linesOf(await register.metrics()).map((line) =>
      line.replace(/\{le="([^"]+)",place="Riga"\}/, '{place="Riga",le="$1"}'),
    )
    expect(sorted(shown)).toEqual(sorted(theirs))
  })

  it('combines those of several processes as their aggregator says', async () => {
    const snapshots = [1, 3].map((value) => {
      const { register, ...all } = shop()
      all.orders.inc({ place: 'Riga' }, value)
      for (const gauge of [all.stock, all.oldest, all.open, all.mean]) gauge.set(value)
      all.prices.observe({ place: 'Riga' }, value)
      all.weights.observe(value)
      return metrics({ register }).families()
    })
    const shown = linesOf(exposition(together(await Promise.all(snapshots))))

    for (const line of [
      'shop_orders_total{place="Riga"} 4',
      'shop_stock 3',
      'shop_oldest 1',
      'shop_open 4',
      'shop_mean 3',
      'shop_price_bucket{place="Riga",le="1"} 1',
      'shop_price_bucket{place="Riga",le="+Inf"} 2',
      'shop_price_sum{place="Riga"} 4',
      'shop_price_count{place="Riga"} 2',
      'shop_weight{quantile="0.5"} 3',
      'shop_weight_sum 4',
      'shop_weight_count 2',
    ]) {
      expect(shown).toContain(line)
    }
  })

  it('leaves out what is no finite number, which workers could not report', async () => {
    const { register, stock, oldest } = shop()
    stock.set(Number.NaN)
    oldest.set(Number.POSITIVE_INFINITY)

    const families = await metrics({ register }).families()
    expect(JSON.parse(JSON.stringify(families))).toEqual(families)
    expect(linesOf(exposition(families)).filter((line) => /stock|oldest/.test(line))).toEqual([])
  })

  it('leaves out what has the name of a metric of Turnpike', async () => {
    const register = new Registry()
    const taken = new Gauge({ name: 'turnpike_build_info', help: 'Mine.', registers: [register] })
    taken.set(7)

    const text = await metrics({ register }).text()
    expect(text.match(/# TYPE turnpike_build_info/g)).toHaveLength(1)
    expect(text).not.toContain('turnpike_build_info 7')
  })

  it('rejects with what a metric throws while it is collected', async () => {
    const register = new Registry()
    new Gauge({
      name: 'shop_stock',
      help: 'Pieces.',
      registers: [register],
      collect() {
        throw new Error('The shop is closed.')
      },
    })

    await expect(metrics({ register }).text()).rejects.toThrow('The shop is closed.')
  })
})
