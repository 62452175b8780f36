import type { Translator } from '../languages/translator.ts'
import type { ApiException } from './api-exception.ts'
import { type ErrorDetail, ErrorMessage } from './error-detail.ts'
import { withDetail } from './without-stack.ts'

/**
 * The exception with its texts in another language, in a copy, or itself if the translator has none
 * of its texts. The `message` stays as it is, for logs.
 */
export function inLanguage<Exception extends ApiException>(
  exception: Exception,
  translator: Translator | null,
): Exception {
  if (translator === null) return exception
  const errorDetail = detailIn(exception.errorDetail, translator)
  return errorDetail === exception.errorDetail ? exception : withDetail(exception, errorDetail)
}

/** Whether a text of the exception has been translated. */
export const isTranslated = ({ errorDetail }: ApiException): boolean => hasTranslated(errorDetail)

const hasTranslated = (detail: ErrorDetail): boolean =>
  detail instanceof ErrorMessage
    ? detail.isTranslated
    : Object.values(detail).some((item) => hasTranslated(item))

/** The same object if nothing in it is translated. */
function detailIn(detail: ErrorDetail, translator: Translator): ErrorDetail {
  if (detail instanceof ErrorMessage) return detail.in(translator)
  if (Array.isArray(detail)) {
    const items = detail.map((item) => detailIn(item, translator))
    return items.every((item, index) => item === detail[index]) ? detail : items
  }
  const entries = Object.entries(detail)
  const fields = entries.map(([name, item]) => [name, detailIn(item, translator)] as const)
  return fields.every(([, item], index) => item === entries[index]?.[1])
    ? detail
    : Object.fromEntries(fields)
}
