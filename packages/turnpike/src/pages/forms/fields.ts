import { html } from 'hono/html'
import type { Html } from '../html.ts'
import { dateInput } from './date-input.ts'

export type FieldKind =
  | 'text'
  | 'long'
  | 'number'
  | 'email'
  | 'password'
  | 'search'
  | 'date'
  | 'datetime-local'
  | 'checkbox'
  | 'choice'
  | 'list'

/** A field of a form: its label, its kind of input and its errors. */
export interface Field {
  readonly name: string
  readonly label: string
  /** The kind of input. `list` is a choice of several. Default `text`. */
  readonly kind?: FieldKind
  /** Its value; for a list, the chosen values. Default empty. */
  readonly value?: string | readonly string[]
  /** The options to choose from. */
  readonly choices?: readonly string[]
  /** Default false. */
  readonly isRequired?: boolean
  /** Help for the entry, in a few words. Default none. */
  readonly help?: string
  /** The errors in the sent value. Default none. */
  readonly errors?: readonly string[]
  /** Maximum number of characters. Default any number. */
  readonly maxLength?: number
  /** Shown as the empty choice of a field that is required. Default `Choose…`. */
  readonly prompt?: string
  /** The value that browsers may fill in (HTML, autofill): `current-password`. Default `off`. */
  readonly autocomplete?: string
  /** True: the cursor is in it when the page opens. Default false. */
  readonly hasFocus?: boolean
}

/**
 * The field with its label, help and errors linked to it, so that a screen reader reads them
 * together.
 *
 * @param scope the prefix of ids, different for each form of a page.
 */
export function fieldControl(field: Field, scope: string): Html {
  const { name, label, kind = 'text', isRequired = false, help, errors = [] } = field
  // Distinct from the ids of the form itself, whatever the field's name.
  const id = `${scope}-field-${name.replace(/\s/g, '_')}`
  const described = [
    ...(help ? [`${id}-help`] : []),
    ...(errors.length > 0 ? [`${id}-errors`] : []),
  ]
  const attributes = html`id="${id}" name="${name}"${isRequired && kind !== 'checkbox' && html` aria-required="true"`}${errors.length > 0 && html` aria-invalid="true"`}${described.length > 0 && html` aria-describedby="${described.join(' ')}"`}${field.hasFocus && html` autofocus`}`
  const labelled = html`<label for="${id}">${label}${isRequired && kind !== 'checkbox' && html`<span class="required" aria-hidden="true"> *</span>`}</label>`

  return html`<div class="field${errors.length > 0 && ' wrong'}">
${kind === 'checkbox' ? html`<div class="tick">${control(field, attributes)}${labelled}</div>` : html`${labelled}${control(field, attributes)}`}
${help && html`<p class="help" id="${id}-help">${help}</p>`}
${errors.length > 0 && html`<ul class="errors" id="${id}-errors">${errors.map((error) => html`<li>${error}</li>`)}</ul>`}
</div>`
}

function control(field: Field, attributes: Html): Html {
  const { value = '', choices = [], isRequired, maxLength } = field
  const chosen = [value].flat()
  const limit = maxLength !== undefined && html` maxlength="${maxLength}"`
  const autofill = html` autocomplete="${field.autocomplete ?? 'off'}"`
  const { kind, value: text } = shownAs(field.kind ?? 'text', chosen[0] ?? '')

  switch (kind) {
    case 'checkbox':
      return html`<input type="checkbox" ${attributes} value="true"${text === 'true' && html` checked`}>`
    case 'long':
      // The parser drops a line break after the tag. Without this one, a first line break of the
      // text would be lost.
      return html`<textarea ${attributes} rows="4"${limit}>
${text}</textarea>`
    case 'choice':
    case 'list':
      return html`<select ${attributes}${kind === 'list' && html` multiple size="${Math.min(6, Math.max(2, choices.length))}"`}>
${kind === 'choice' && (!isRequired || !choices.includes(text)) && html`<option value="">${isRequired ? (field.prompt ?? 'Choose…') : '—'}</option>`}
${choices.map((choice) => html`<option value="${choice}"${chosen.includes(choice) && html` selected`}>${choice}</option>`)}
</select>`
    case 'number':
      return html`<input type="text" inputmode="decimal" ${attributes} value="${text}"${autofill}>`
    default:
      return html`<input type="${kind}" ${attributes} value="${kind === 'password' ? '' : text}"${limit}${autofill}>`
  }
}

/** The kind of input that can hold the value. */
function shownAs(kind: FieldKind, value: string): { kind: FieldKind; value: string } {
  if (kind === 'date' || kind === 'datetime-local') return dateInput(kind, value)
  // A field of one line would lose the line breaks.
  return { kind: kind === 'text' && /[\r\n]/.test(value) ? 'long' : kind, value }
}

/** The method behind a button, for those who know the API. */
export const verb = (method: string): Html => html` <span class="verb">${method}</span>`

/** The errors of a form as a whole, for its top; null when there are none. */
export const formErrors = (errors: readonly string[]): Html | null =>
  errors.length === 0
    ? null
    : html`<div class="notice bad" role="alert"><ul>${errors.map((error) => html`<li>${error}</li>`)}</ul></div>`
