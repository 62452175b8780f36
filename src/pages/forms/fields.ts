import { html } from 'hono/html'
import type { Html } from '../html.ts'

export type FieldKind =
  | 'text'
  | 'long'
  | 'number'
  | 'email'
  | 'password'
  | 'checkbox'
  | 'choice'
  | 'list'

/** A field of a form: its label, how it is filled in, and what is wrong with it. */
export interface Field {
  readonly name: string
  readonly label: string
  /** What it takes. `list` is a choice of several. Default `text`. */
  readonly kind?: FieldKind
  /** What stands in it; of a list, what is chosen. Default nothing. */
  readonly value?: string | readonly string[]
  /** Texts to choose from. */
  readonly choices?: readonly string[]
  /** Default false. */
  readonly isRequired?: boolean
  /** What to write, in a few words. Default nothing. */
  readonly help?: string
  /** What is wrong with what was sent. Default nothing. */
  readonly errors?: readonly string[]
  /** Most characters. Default any number. */
  readonly maxLength?: number
  /** What browsers may fill in (HTML, autofill): `current-password`. Default `off`. */
  readonly autocomplete?: string
  /** True: the cursor is in it when the page opens. Default false. */
  readonly hasFocus?: boolean
}

/**
 * The field with its label, help and errors tied to it, so that a screen reader tells them
 * together.
 *
 * @param scope begins the ids: those of two forms of a page must differ.
 */
export function fieldControl(field: Field, scope: string): Html {
  const { name, label, kind = 'text', isRequired = false, help, errors = [] } = field
  // Apart from the ids of the form itself, whatever the field is called.
  const id = `${scope}-field-${name.replace(/\s/g, '_')}`
  const told = [...(help ? [`${id}-help`] : []), ...(errors.length > 0 ? [`${id}-errors`] : [])]
  const attributes = html`id="${id}" name="${name}"${isRequired && kind !== 'checkbox' && html` aria-required="true"`}${errors.length > 0 && html` aria-invalid="true"`}${told.length > 0 && html` aria-describedby="${told.join(' ')}"`}${field.hasFocus && html` autofocus`}`
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
  const text = chosen[0] ?? ''
  // A field of one line would lose the line breaks.
  const kind = field.kind === 'text' && /[\r\n]/.test(text) ? 'long' : (field.kind ?? 'text')

  switch (kind) {
    case 'checkbox':
      return html`<input type="checkbox" ${attributes} value="true"${text === 'true' && html` checked`}>`
    case 'long':
      // The line break behind the tag is the parser's: without it a first one of the text would be
      // lost.
      return html`<textarea ${attributes} rows="4"${limit}>
${text}</textarea>`
    case 'choice':
    case 'list':
      return html`<select ${attributes}${kind === 'list' && html` multiple size="${Math.min(6, Math.max(2, choices.length))}"`}>
${kind === 'choice' && (!isRequired || !choices.includes(text)) && html`<option value="">${isRequired ? 'Choose…' : '—'}</option>`}
${choices.map((choice) => html`<option value="${choice}"${chosen.includes(choice) && html` selected`}>${choice}</option>`)}
</select>`
    case 'number':
      return html`<input type="text" inputmode="decimal" ${attributes} value="${text}"${autofill}>`
    default:
      return html`<input type="${kind}" ${attributes} value="${kind === 'password' ? '' : text}"${limit}${autofill}>`
  }
}

/** What is wrong with a form as a whole, for the top of it. Null when nothing is. */
export const formErrors = (errors: readonly string[]): Html | null =>
  errors.length === 0
    ? null
    : html`<div class="notice bad" role="alert"><ul>${errors.map((error) => html`<li>${error}</li>`)}</ul></div>`
