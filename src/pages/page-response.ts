import { ApiResponse, type NoPromise } from '../http/response.ts'
import type { DocumentParts } from './document.ts'
import type { PageContext } from './page-context.ts'

/** A page of its own: what stands in its frame. */
export type PageContent = Omit<DocumentParts, 'banner'>

/** An answer that people see as a page of its own; renderers for programs get its data. */
export class PageResponse<Data = unknown> extends ApiResponse<Data> {
  /**
   * Makes the page, when it is rendered: the tokens of its forms may need a cookie of the answer.
   */
  readonly content: (context: PageContext) => PageContent | Promise<PageContent>

  /** @param status default 200. */
  constructor(
    data: NoPromise<Data>,
    content: PageResponse['content'],
    status?: number,
    headers?: HeadersInit,
  ) {
    super(data, status, headers)
    this.content = content
  }
}
