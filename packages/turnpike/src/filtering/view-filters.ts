import { type DetailInput, type ErrorDetail, ErrorMessage } from '../errors/error-detail.ts'
import { ValidationError } from '../errors/exceptions.ts'
import type { ApiRequest } from '../http/request.ts'
import type { Condition } from '../items/conditions/condition.ts'
import type { Filter, FilterParameter, SentValues } from './filter.ts'
import { invalidQuery } from './invalid-query.ts'

/** All filters of a view. */
export interface ViewFilters {
  readonly parameters: readonly FilterParameter[]
  /** Whether the condition depends only on the query. */
  readonly isPure: boolean
  /**
   * The condition that the items must meet. With null, all of them are listed.
   *
   * @throws ValidationError with the errors of all parameters.
   */
  condition(request: ApiRequest): Promise<Condition | null>
}

/** The filters as one. Each parameter belongs to one of them. */
export function viewFilters(filters: readonly Filter[]): ViewFilters {
  const parameters = filters.flatMap((filter) => filter.parameters)
  return {
    parameters,
    isPure: filters.every(({ isPure }) => isPure),

    async condition(request) {
      const sent = sentValues(request, parameters)
      const conditions: Condition[] = []
      const errors = new Map<string, DetailInput>()
      for (const filter of filters) {
        try {
          const condition = await filter.condition(sent, request)
          if (condition !== null) conditions.push(condition)
        } catch (error) {
          for (const [name, detail] of errorsByParameter(error)) errors.set(name, detail)
        }
      }
      if (errors.size > 0) throw invalidQuery(errors)
      return conditions.length > 1 ? { all: conditions } : (conditions[0] ?? null)
    },
  }
}

/** Forms send the empty ones of their fields, too. Of a repeated parameter the last one counts. */
function sentValues(request: ApiRequest, parameters: readonly FilterParameter[]): SentValues {
  const sent = new Map<string, string>()
  for (const { name } of parameters) {
    const value = request.queryValue(name)
    if (value !== null && value !== '') sent.set(name, value)
  }
  return sent
}

/** The errors by parameter. Anything else is thrown on. */
export function errorsByParameter(error: unknown): [string, ErrorDetail][] {
  if (!(error instanceof ValidationError)) throw error
  const { errorDetail: detail } = error
  if (Array.isArray(detail) || detail instanceof ErrorMessage) throw error
  return Object.entries(detail)
}
