import { fingerprint } from '../../caching/fingerprint.ts'
import { ConfigurationError } from '../../errors/configuration-error.ts'
import { knownOptions } from '../../errors/known-options.ts'
import { ApiResponse } from '../../http/response.ts'
import { isoText } from '../../items/moment.ts'
import { jsonText } from '../../rendering/json.ts'
import { text, trueOrFalse } from '../../rules/text.ts'
import { momentText } from '../../validation/serializer/moments.ts'

/** How the state of an item is recognised. */
export interface ConditionalOptions<Field extends string = string> {
  /**
   * The field with the moment of the last change, for `Last-Modified`: a `Date`, or a text of ISO
   * 8601. It must change with everything that is sent. Default none.
   */
  lastModified?: Field
  /**
   * A field with another value after each change: a number that is counted up, a UUID. `If-Match`
   * then compares it, and not what is sent to the client. `validate`, the store or a trigger must
   * change it: a PUT or PATCH that leaves it as it was is a 500. Default none.
   */
  version?: Field
  /** Whether PUT, PATCH and DELETE need `If-Match`, and get a 428 without. Default false. */
  required?: boolean
}

const conditionalOptions = knownOptions<ConditionalOptions>('conditional of detailView()', {
  lastModified: text,
  version: text,
  required: trueOrFalse,
})

/** The options of a view, which messages name. */
export interface TagOptions extends ConditionalOptions {
  readonly viewName: string
}

/** The options, of which `true` has none. @throws ConfigurationError when one is invalid. */
export function conditionalOptionsOf(
  conditional: boolean | ConditionalOptions = false,
  viewName: string,
): TagOptions {
  if (typeof conditional === 'boolean') return { viewName }
  if (typeof conditional !== 'object' || conditional === null) {
    throw new ConfigurationError(
      'conditional of detailView() must be true, false, or options such as { required: true }.',
    )
  }
  conditionalOptions.require(conditional)
  return { ...conditional, viewName }
}

/*
 * The tag of an item is `"state"` in JSON as it is sent by default, and `"state.form"` in any other
 * form. `If-None-Match` of a GET compares all of it, because a client wants the same bytes.
 * `If-Match` of a write compares the state alone: the item may have been read in another form.
 */

/** The response with an item of a conditional view. */
export class ItemResponse extends ApiResponse {
  readonly options: TagOptions

  constructor(data: unknown, item: unknown, options: TagOptions) {
    super(data)
    this.item = item
    this.options = options
  }
}

/** The state of an item as part of its tag: that of its version, otherwise of what is sent. */
export function stateOf(
  data: unknown,
  item: unknown,
  options: TagOptions,
): string | Promise<string> {
  return versionOf(item, options) ?? fingerprint(jsonText(data) ?? '')
}

/** The version in characters of a tag; null when the item has none. */
export function versionOf(item: unknown, options: TagOptions): string | null {
  if (options.version === undefined) return null
  const value = fieldIn(item, 'version', options.version, options)
  if (value === null) return null
  const written = value instanceof Date ? isoText(value) : String(value)
  return encodeURIComponent(written.toWellFormed())
}

/** The state in a tag. */
export function stateIn(opaque: string): string {
  const end = opaque.lastIndexOf('.')
  return end < 0 ? opaque : opaque.slice(0, end)
}

/**
 * The moment of the item's last change; null when it has none.
 *
 * @throws TypeError when the field has something else.
 */
export function lastModifiedOf(item: unknown, options: TagOptions): Date | null {
  const { lastModified, viewName } = options
  if (lastModified === undefined) return null
  const value = fieldIn(item, 'lastModified', lastModified, options)
  if (value === null) return null
  const moment = momentText(value, { precision: 3 })
  if (moment !== null) return new Date(moment)
  throw new TypeError(
    `lastModified of the view ${viewName} is the field ${lastModified}, which must be a Date or a text of ISO 8601.`,
  )
}

/** @throws ConfigurationError when the item lacks the field. */
function fieldIn(
  item: unknown,
  option: keyof ConditionalOptions,
  field: string,
  { viewName }: TagOptions,
): unknown {
  const value = (item as Record<string, unknown>)[field]
  if (value !== undefined) return value
  throw new ConfigurationError(
    `${option} of the view ${viewName} is the field ${field}, which an item lacks: name a field of ` +
      'the items, or let find and update return it.',
  )
}
