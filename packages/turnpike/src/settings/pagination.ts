import { ConfigurationError } from '../errors/configuration-error.ts'
import type { Pagination } from '../pagination/pagination.ts'
import { policy } from '../rules/policy.ts'
import { orNull } from '../rules/rule.ts'
import { text, trueOrFalse } from '../rules/text.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import { setting } from './setting.ts'

/** How lists are split into pages, ordered and searched, and which queries they accept. */
export const paginationSettings = {
  /**
   * Pagination style of list views without their own; with null, lists are not paginated. Default
   * null.
   *
   * @see docs/pagination.md
   */
  DEFAULT_PAGINATION_CLASS: setting(orNull(policy<Pagination>('pagination')), () => null),

  /**
   * Items per page of styles without a size of their own; null means no page size. Without a style,
   * such as `DEFAULT_PAGINATION_CLASS`, it paginates nothing. Default null.
   */
  PAGE_SIZE: setting(orNull(wholeNumber({ least: 1 })), () => null),

  /**
   * Query parameter of ordering filters. Default `ordering`.
   *
   * @see docs/pagination.md#ordering-filter
   */
  ORDERING_PARAM: setting(text, () => 'ordering'),

  /**
   * Query parameter of searches. Default `search`.
   *
   * @see docs/searching.md
   */
  SEARCH_PARAM: setting(text, () => 'search'),

  /**
   * Whether a query parameter that a list does not know is a 400. Otherwise it is ignored. Default
   * false.
   *
   * @see docs/filtering.md#unknown-parameters
   */
  STRICT_QUERY: setting(trueOrFalse, () => false),
}

/**
 * Rejects settings that name the same query parameter: one value would mean two things.
 *
 * @throws ConfigurationError with both settings.
 */
export function requireOwnParameters(settings: {
  readonly ORDERING_PARAM: string
  readonly SEARCH_PARAM: string
  readonly URL_FORMAT_OVERRIDE: string | null
}): void {
  const { ORDERING_PARAM, SEARCH_PARAM, URL_FORMAT_OVERRIDE } = settings
  const owners = new Map<string, string>()
  for (const [owner, name] of Object.entries({
    ORDERING_PARAM,
    SEARCH_PARAM,
    URL_FORMAT_OVERRIDE,
  })) {
    if (name === null) continue
    const other = owners.get(name)
    if (other !== undefined) {
      throw new ConfigurationError(
        `${other} and ${owner} are both ${name}: give each its own query parameter.`,
      )
    }
    owners.set(name, owner)
  }
}
