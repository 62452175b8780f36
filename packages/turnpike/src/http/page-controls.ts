/** The controls of a browsable page. */
export interface PageControls {
  /** `numbers`, `previous-and-next`, or the name of a custom template. */
  readonly template: string
  readonly previous: string | null
  readonly next: string | null
  /** The pages to link to, null for a gap. Empty for styles without page numbers. */
  readonly pages: readonly (PageLink | null)[]
}

/** A link to a page of a list. */
export interface PageLink {
  readonly number: number
  readonly url: string
  readonly isActive: boolean
}
