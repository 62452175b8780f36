import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packages } from '../../tools/packages.ts'

interface Package {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

interface LockFile {
  packages: Record<
    string,
    Package & { gypfile?: boolean; hasInstallScript?: boolean; link?: boolean; resolved?: string }
  >
}

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))
const lockFile: LockFile = read('package-lock.json')

describe('package-lock.json', () => {
  it('package-lock.json is in step with package.json, or npm ci refuses it', () => {
    const manifests = ['', ...packages.map(({ path }) => path)]
    for (const folder of manifests) {
      const manifest: Package = read(join(folder, 'package.json'))
      const { dependencies, devDependencies, peerDependencies } = lockFile.packages[folder] ?? {}
      expect({ dependencies, devDependencies, peerDependencies }, folder).toEqual({
        dependencies: manifest.dependencies,
        devDependencies: manifest.devDependencies,
        peerDependencies: manifest.peerDependencies,
      })
    }
  })

  it('lets better-sqlite3 be installed without a compiler by npm 10', () => {
    const entry = lockFile.packages['node_modules/better-sqlite3']

    expect(
      entry?.gypfile,
      'npm install has dropped it: write "gypfile": false into the entry again (CONTRIBUTING.md)',
    ).toBe(false)
    expect(entry?.hasInstallScript).toBeUndefined()
  })

  it('package-lock.json has the binaries of every platform, or npm ci refuses it on all of them', () => {
    expect(missingBinaries(lockFile)).toEqual([])
  })

  it('package-lock.json names no download addresses, so any registry works', () => {
    expect(addressed(lockFile)).toEqual([])
  })
})

describe.each(['bench', 'site', 'test/extras'])('%s/package-lock.json', (folder) => {
  const ownLockFile: LockFile = read(`${folder}/package-lock.json`)
  const ownPackage: Package = read(`${folder}/package.json`)

  it('each further lock file is in step with the package.json beside it, or npm ci refuses it', () => {
    const { dependencies, devDependencies, optionalDependencies } = ownLockFile.packages[''] ?? {}
    expect({ dependencies, devDependencies, optionalDependencies }).toEqual({
      dependencies: ownPackage.dependencies,
      devDependencies: ownPackage.devDependencies,
      optionalDependencies: ownPackage.optionalDependencies,
    })
  })

  it('each further lock file names no download addresses, so any registry works', () => {
    expect(addressed(ownLockFile)).toEqual([])
  })
})

it('site/package-lock.json has the binaries of every platform, or npm ci refuses it', () => {
  expect(missingBinaries(read('site/package-lock.json'))).toEqual([])
})

/** What packages may need on some platform, and the lock file does not have. */
const missingBinaries = ({ packages }: LockFile): string[] =>
  Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !Object.keys(packages).some((path) => path.endsWith(`/${name}`)))

/** The packages that the lock file wants from one address alone. A workspace is a link to its folder. */
const addressed = ({ packages }: LockFile): string[] =>
  Object.entries(packages).flatMap(([path, { link, resolved }]) =>
    resolved && !link ? [path] : [],
  )
