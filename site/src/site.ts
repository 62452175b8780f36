import { markdownAddresses } from '../sources/links.ts'
import { readPages } from '../sources/pages.ts'
import { base } from '../sources/versions.ts'

/** Read once in a build, for all its endpoints. */
export const pages = readPages()

/** Complete addresses of the pages as Markdown. */
export const addresses = markdownAddresses(new URL(base, import.meta.env.SITE).href)
