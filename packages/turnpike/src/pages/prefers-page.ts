import { ApiException } from '../errors/api-exception.ts'
import type { HttpRequest } from '../http/http-request.ts'
import { jsonRenderer } from '../rendering/json.ts'
import { negotiate } from '../rendering/negotiate.ts'
import { pageRenderer } from './page-renderer.ts'

const renderers = [jsonRenderer(), pageRenderer()]

/**
 * Whether the client prefers a page to JSON, by its Accept header (RFC 9110 §12.5.1), as a view
 * with pages after JSON decides. False for clients that accept neither: they get JSON.
 */
export function prefersPage({ headers }: Pick<HttpRequest, 'headers'>): boolean {
  try {
    return negotiate({ headers, queryValue: () => null }, renderers, null).renderer === renderers[1]
  } catch (error) {
    if (error instanceof ApiException) return false
    throw error
  }
}
