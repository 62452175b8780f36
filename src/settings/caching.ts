import { wholeNumber } from '../rules/whole-number.ts'
import { setting } from './setting.ts'

/** What is cached of responses. */
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
}
