import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { describe, expect, it } from 'vitest'

describe('@turnpike/client as a page loads it', () => {
  it('the whole client has no dependency and less than 4 KB', async () => {
    const bundle = await rolldown({
      input: resolve(import.meta.dirname, '../../packages/client/src/index.ts'),
      platform: 'browser',
    })
    const { output } = await bundle.generate({ minify: true })
    expect(output).toHaveLength(1)
    const [{ code, imports }] = output
    expect(imports).toEqual([])
    expect(gzipSync(code, { level: 9 }).length).toBeLessThan(4096)
  })
})
