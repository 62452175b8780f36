import { memoizeByContent } from '../../caching/memoize.ts'
import { addressesIn } from '../../http/client.ts'
import type { ApiKey } from './api-key.ts'

/**
 * Whether an API key may be used from an address, such as `request.client.address`. Null if the
 * address is unknown, so a key with a list may not be used.
 */
export const isAllowedFrom = (
  { allowedAddresses }: Pick<ApiKey, 'allowedAddresses'>,
  address: string | null,
): boolean => allowedAddresses === null || (address !== null && rangesOf(allowedAddresses)(address))

const rangesOf = memoizeByContent(addressesIn, 1000)
