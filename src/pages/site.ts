import type { OptionNames } from '../errors/known-options.ts'

/** A link at the top of every page. */
export interface SiteLink {
  readonly name: string
  readonly url: string
  /** True: only users with `isStaff` see it. Default false. */
  readonly isForStaff?: boolean
}

/** What all pages of a service have in common. */
export interface SiteOptions {
  /** What the service is called, at the top of every page. Default the host of the request. */
  title?: string
  /** Where the title leads. Default `/`. */
  homeUrl?: string
  /** Where `loginView` stands, for a link that comes back to the page. Default null: no link. */
  loginUrl?: string | null
  /** Where `logoutView` stands, for a button. Default null: no button. */
  logoutUrl?: string | null
  /** Further links. Default none. */
  links?: readonly SiteLink[]
}

/** The options with every default but that of the title. */
export type Site = Required<Omit<SiteOptions, 'title'>> & Pick<SiteOptions, 'title'>

export const siteOptions: OptionNames<SiteOptions> = {
  title: 'optional',
  homeUrl: 'optional',
  loginUrl: 'optional',
  logoutUrl: 'optional',
  links: 'optional',
}

/** The options of a site with their defaults. Others may be among them. */
export function siteOf(options: SiteOptions): Site {
  const { title, homeUrl = '/', loginUrl = null, logoutUrl = null, links = [] } = options
  return { homeUrl, loginUrl, logoutUrl, links, ...(title !== undefined && { title }) }
}
