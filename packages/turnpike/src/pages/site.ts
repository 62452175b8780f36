import type { OptionNames } from '../errors/known-options.ts'

/** A link at the top of every page. */
export interface SiteLink {
  readonly name: string
  readonly url: string
  /** True: shown only to users with `isStaff`. Default false. */
  readonly isForStaff?: boolean
}

/** The options of all pages of a service. */
export interface SiteOptions {
  /** The name of the service, at the top of every page. Default the host of the request. */
  title?: string
  /** The link of the title. Default `/`. */
  homeUrl?: string
  /** The URL of `loginView`, for a link that returns to the page. Default null: no link. */
  loginUrl?: string | null
  /** The URL of `logoutView`, for a button. Default null: no button. */
  logoutUrl?: string | null
  /** Further links. Default none. */
  links?: readonly SiteLink[]
}

/** The options with all defaults except the title's. */
export type Site = Required<Omit<SiteOptions, 'title'>> & Pick<SiteOptions, 'title'>

export const siteOptions = {
  title: 'optional',
  homeUrl: 'optional',
  loginUrl: 'optional',
  logoutUrl: 'optional',
  links: 'optional',
} as const satisfies OptionNames<SiteOptions>

/** The options of a site with their defaults. Other properties are allowed. */
export function siteOf(options: SiteOptions): Site {
  const { title, homeUrl = '/', loginUrl = null, logoutUrl = null, links = [] } = options
  return { homeUrl, loginUrl, logoutUrl, links, ...(title !== undefined && { title }) }
}
