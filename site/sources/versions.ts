import { version as packageVersion } from './repository.ts'

/** A version of the documentation on the site. */
export interface Version {
  /** `0.1`, or `next` for what is not released. */
  readonly name: string
  /** Where it is on the host: `/turnpike/0.1/`. */
  readonly base: string
}

/** Where this build will be: the root of its version. */
export const base = (process.env.SITE_BASE || '/').replace(/\/?$/, '/')

/** The version of this build. */
export const version = process.env.SITE_VERSION || packageVersion

/** All versions on the site, the one to be read first: `site/versions/build.ts` sets the variable. */
export const versions: readonly Version[] = process.env.SITE_VERSIONS
  ? JSON.parse(process.env.SITE_VERSIONS)
  : [{ name: version, base }]

/** What stands above a page that is not of the first version, or null. */
export function versionNotice(): string | null {
  const [first] = versions
  if (first === undefined || first.name === version) return null
  const what = version === 'next' ? 'the unreleased version' : `version ${version}`
  return `This page is about ${what}. <a href="${first.base}">Version ${first.name}</a> is the latest.`
}
