import { ApiResponse, type NoPromise } from '../http/response.ts'
import type { DocumentParts } from './document.ts'
import type { PageContext } from './page-context.ts'

/** The content of a page, without the banner. */
export type PageContent = Omit<DocumentParts, 'banner' | 'language' | 't' | 'style'>

/** A response that people see as a custom page; renderers for programs get its data. */
export class PageResponse<Data = unknown> extends ApiResponse<Data> {
  /** Creates the page at rendering: the tokens of its forms may need a cookie in the response. */
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
