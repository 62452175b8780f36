import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import rootManifest from '../../package.json' with { type: 'json' }
import { copyViewer } from '../../tools/copy-viewer.ts'
import { packageNamed } from '../../tools/packages.ts'

const { manifest } = packageNamed('turnpike')
const viewer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

describe('the viewer in the package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'viewer-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('the build copies the viewer, compressed, with its licences', {
    timeout: 600_000,
  }, async () => {
    await copyViewer(folder)

    for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
      const bytes = readFileSync(join(viewer, name))
      expect(brotliDecompressSync(readFileSync(join(folder, `${name}.br`))).equals(bytes)).toBe(
        true,
      )
    }
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toContain('Apache License')
    expect(readFileSync(join(folder, 'NOTICE'), 'utf8')).not.toBe('')
    expect(manifest.files).toContain('dist')
  })

  it('the viewer is not installed with an application', () => {
    expect(Object.keys(manifest.dependencies ?? {})).not.toContain('swagger-ui-dist')
    expect(Object.keys(rootManifest.devDependencies)).toContain('swagger-ui-dist')
  })
})
