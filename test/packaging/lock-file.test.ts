import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface LockFile {
  packages: Record<string, { gypfile?: boolean; hasInstallScript?: boolean; resolved?: string }>
}

const lockFile = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
) as LockFile

describe('package-lock.json', () => {
  it('lets better-sqlite3 be installed without a compiler by npm 10', () => {
    const entry = lockFile.packages['node_modules/better-sqlite3']

    expect(
      entry?.gypfile,
      'npm install has dropped it: write "gypfile": false into the entry again (CONTRIBUTING.md)',
    ).toBe(false)
    expect(entry?.hasInstallScript).toBeUndefined()
  })

  it('names no download addresses, so that any registry serves', () => {
    const named = Object.entries(lockFile.packages).filter(([, { resolved }]) => resolved)
    expect(named.map(([path]) => path)).toEqual([])
  })
})
