import { wholeNumber } from '../rules/whole-number.ts'
import { setting } from './setting.ts'

const count = wholeNumber({ least: 1 })

/** How much a request may hold. */
export const limitSettings = {
  /** Maximum length of a body, in bytes; longer ones get a 413. Default 2,621,440 (2.5 MiB). */
  DATA_UPLOAD_MAX_MEMORY_SIZE: setting(wholeNumber({ least: 1, of: 'bytes' }), () => 2_621_440),

  /** Maximum number of parameters of a query, and of fields of a form. Default 1,000. */
  DATA_UPLOAD_MAX_NUMBER_FIELDS: setting(count, () => 1000),

  /**
   * Maximum number of list items and object members, all together, in a JSON body. Default 100,000.
   *
   * @see docs/negotiation.md#parsers
   */
  DATA_UPLOAD_MAX_NUMBER_ITEMS: setting(count, () => 100_000),
}
