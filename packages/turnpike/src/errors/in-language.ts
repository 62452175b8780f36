import type { Translator } from '../languages/translator.ts'
import type { ApiException } from './api-exception.ts'
import { type ErrorDetail, ErrorMessage } from './error-detail.ts'
import { withoutStack } from './without-stack.ts'

/**
 * The exception with its texts in another language: a copy, because others may throw the same one,
 * or itself if the translator has none of its texts. The copy has the class, the fields and the
 * `message` of the exception, which logs show, but no `#private` fields.
 */
export function inLanguage<Exception extends ApiException>(
  exception: Exception,
  translator: Translator | null,
): Exception {
  if (translator === null) return exception
  const errorDetail = detailIn(exception.errorDetail, translator)
  if (errorDetail === exception.errorDetail) return exception

  // An error of the same class, without a call of its constructor.
  const type = exception.constructor as new () => Exception
  const copy = withoutStack(() => Reflect.construct(Error, [], type) as Exception)
  const { errorDetail: own, ...others } = Object.getOwnPropertyDescriptors(exception)
  return Object.defineProperties(copy, {
    ...others,
    errorDetail: { ...own, value: errorDetail },
    // Written out only if somebody reads it.
    stack: { get: () => exception.stack, configurable: true },
  })
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
