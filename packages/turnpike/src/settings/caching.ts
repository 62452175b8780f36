import { trueOrFalse } from '../rules/text.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import { setting } from './setting.ts'

/** The caching of responses. */
export const cachingSettings = {
  /**
   * Maximum number of characters of the list pages that an API caches in memory, with their URLs;
   * 0: none are cached. Default 16,777,216.
   *
   * @see docs/caching.md#pages-of-lists
   */
  LIST_CACHE_MAX_LENGTH: setting(
    wholeNumber({ least: 0, of: 'characters' }),
    () => 16 * 1024 * 1024,
  ),

  /**
   * Whether answers have an `ETag`, and requests may have preconditions: `If-None-Match`, and
   * `If-Match` to change an item of a detail view. A view decides for itself with `conditional`.
   * Default false.
   *
   * @see docs/conditional-requests.md
   */
  CONDITIONAL_REQUESTS: setting(trueOrFalse, () => false),
}
