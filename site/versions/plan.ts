import type { Version } from '../sources/versions.ts'

/** A version of the documentation, and the commit that it is built from. */
export interface PlannedVersion extends Version {
  /** `v0.1.3`, or `HEAD` for what is not released. */
  readonly ref: string
}

/**
 * The versions of the site: the newest release first, at the base; what is not released at `next/`;
 * the last patch of each older minor version at `0.1/`. Before the first release, `HEAD` at the base.
 */
export function planOf(
  tags: readonly string[],
  base: string,
  unreleased: string,
): PlannedVersion[] {
  const releases = tags
    .flatMap((ref) => {
      const [, major, minor, patch] = /^v(\d+)\.(\d+)\.(\d+)$/.exec(ref) ?? []
      return patch === undefined ? [] : [{ ref, numbers: [major, minor, patch].map(Number) }]
    })
    .toSorted((a, b) => compared(b.numbers, a.numbers))
  const [newest, ...older] = [...Map.groupBy(releases, nameOf)].flatMap(([name, [last]]) =>
    last === undefined ? [] : [{ name, ref: last.ref }],
  )
  if (newest === undefined) return [{ name: unreleased, ref: 'HEAD', base }]
  return [
    { ...newest, base },
    { name: 'next', ref: 'HEAD', base: `${base}next/` },
    ...older.map((version) => ({ ...version, base: `${base}${version.name}/` })),
  ]
}

const nameOf = ({ numbers }: { numbers: number[] }) => numbers.slice(0, 2).join('.')

function compared(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((number, i) => number !== b[i])
  return index === -1 ? 0 : (a[index] ?? 0) - (b[index] ?? 0)
}
