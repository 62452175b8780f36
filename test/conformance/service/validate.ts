import { ApiResponse, type ViewOptions } from 'turnpike'
import { z } from 'zod'
import { type FieldsDescription, objectSchema } from './fields.ts'
import type { AnyView } from './view.ts'

/** Validates the body and answers with the cleaned data. */
export interface ValidateView extends AnyView, FieldsDescription {
  kind: 'validate'
  /** The body is a list of such objects. */
  many?: boolean
  /** `return`: the view answers with the errors itself. Default `raise`. */
  on_error?: 'raise' | 'return'
}

export function validation(view: ValidateView): ViewOptions {
  const object = objectSchema(view)
  const schema = view.many === true ? z.array(object) : object

  return {
    async post(request) {
      if (view.on_error !== 'return') return new ApiResponse(await request.data(schema))

      const validated = await request.validate(schema)
      return validated.valid
        ? new ApiResponse(validated.data)
        : new ApiResponse(validated.error.detail, 400)
    },
    operations: { post: { accepts: schema } },
  }
}
