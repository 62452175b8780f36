import { ApiResponse } from '../http/response.ts'

/**
 * An answer whose text is known already. The renderer that was chosen would make the same of its
 * data.
 */
export class RenderedResponse extends ApiResponse<undefined> {
  readonly text: string

  constructor(text: string) {
    super()
    this.text = text
  }
}
