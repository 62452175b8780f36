import { ApiResponse } from '../http/response.ts'

/** The facts of a page that the cache keeps for the answer. */
export interface Tagged {
  /** The entity tag of the text, if the view is conditional, once it has been sent. */
  etag: string | null
}

/** Returns the text from the cache, or what `render` returns, which it may store. */
type TextOf = <Text>(render: () => Text) => Text | string

/** A page of a list whose text is in the list cache, or is stored in it. */
export class ListPage extends ApiResponse {
  readonly textOf: TextOf
  /** The page in the cache. Null if it is not cached, or not rendered yet. */
  cached: Tagged | null

  constructor(
    {
      data,
      status,
      headers,
    }: Pick<ApiResponse, 'data' | 'status'> & {
      headers?: Headers | undefined
    },
    textOf: TextOf,
    cached: Tagged | null = null,
  ) {
    super(data, status, headers)
    this.textOf = textOf
    this.cached = cached
  }
}
