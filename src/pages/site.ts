import { requireKnown } from '../errors/configuration-error.ts'

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

/** @throws ConfigurationError when there is no such option. */
export function siteOf(what: string, options: SiteOptions, further: readonly string[] = []): Site {
  requireKnown(what, options, [...siteOptions, ...further])
  const { title, homeUrl = '/', loginUrl = null, logoutUrl = null, links = [] } = options
  return { homeUrl, loginUrl, logoutUrl, links, ...(title !== undefined && { title }) }
}

const siteOptions: readonly (keyof SiteOptions)[] = [
  'title',
  'homeUrl',
  'loginUrl',
  'logoutUrl',
  'links',
]
