import { html } from 'hono/html'
import { InvalidApiKey, type NewApiKey } from '../../../accounts/keys/api-key.ts'
import { maxApiKeyNameLength } from '../../../accounts/keys/new-api-key.ts'
import { TranslatableMessage } from '../../../languages/message.ts'
import { type Field, fieldControl, formErrors } from '../../forms/fields.ts'
import type { Html } from '../../html.ts'
import type { Translate } from '../../translate.ts'
import { errorsOf, type FieldErrors, type FormInput } from '../form.ts'
import type { AdminKeys } from './admin-keys.ts'

/** The fields of a new API key as sent, or what is wrong with them. */
export function readNewKey(
  input: FormInput,
  { scopes }: AdminKeys,
): { fields: NewApiKey } | { errors: FieldErrors } {
  const end = input('expires').trim()
  const expires = end === '' ? undefined : startOfDay(end)
  const isEndless = input('never') !== ''
  const addresses = input('addresses')
    .split(/[\s,]+/)
    .filter(Boolean)
  const errors = {
    ...(input('name').trim() === '' && { name: new TranslatableMessage('Enter a name.') }),
    ...(expires === null && {
      expires: new TranslatableMessage('Enter a date such as {example}.', {
        example: '2027-01-31',
      }),
    }),
    ...(isEndless &&
      end !== '' && { never: new TranslatableMessage('Enter a date or tick this, not both.') }),
  }
  if (expires === null || Object.keys(errors).length > 0) return { errors }
  return {
    fields: {
      name: input('name').trim(),
      scopes: scopes
        ? scopes.filter((scope) => input(scopeField(scope)) !== '')
        : input('scopes').split(/\s+/).filter(Boolean),
      expires: isEndless ? null : expires,
      allowedAddresses: addresses.length === 0 ? null : addresses,
    },
  }
}

/** The error that a store reports for a new API key, by field. Other errors are rethrown. */
export function keyErrorsOf(error: unknown): FieldErrors {
  if (!(error instanceof InvalidApiKey)) throw error
  return { [error.field === 'allowedAddresses' ? 'addresses' : error.field]: error.translatable }
}

/** The start of a day in UTC; null when it is not one: `2027-02-30`. */
function startOfDay(text: string): Date | null {
  const date = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : Number.NaN)
  return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text) ? null : date
}

/** The controls for a new API key. */
export function newKeyFields(
  { scopes }: AdminKeys,
  input: FormInput,
  errors: FieldErrors,
  t: Translate,
): Html {
  const focus = Object.keys(errors)[0] ?? 'name'
  const control = (field: Field) =>
    fieldControl(
      {
        ...field,
        value: input(field.name),
        errors: errorsOf(errors, field.name, t),
        hasFocus: field.name === focus,
      },
      'key',
    )
  return html`${formErrors(errorsOf(errors, '', t))}
<div class="pairs">
${control({ name: 'name', label: t('Name'), isRequired: true, maxLength: maxApiKeyNameLength, help: t('What the key is for, such as “Nightly export”.') })}
${scopes === null ? control({ name: 'scopes', label: t('Scopes'), help: t('Separated by spaces, such as: notes:read notes:write. Empty: nothing that needs a scope.') }) : scopeBoxes(scopes, input, errors, t)}
<div>${control({ name: 'expires', label: t('Expires'), kind: 'date', help: t('The key stops working as this day begins, in UTC. Empty: the default of the service.') })}
${control({ name: 'never', label: t('Never expires'), kind: 'checkbox', help: t('The key works until it is revoked.') })}</div>
${control({ name: 'addresses', label: t('Allowed addresses'), kind: 'long', help: t('Addresses and ranges, such as 10.0.0.0/8, one per line. Empty: all addresses.') })}
</div>`
}

/** The name of the checkbox of a scope. */
const scopeField = (scope: string) => `scope ${scope}`

function scopeBoxes(
  scopes: readonly string[],
  input: FormInput,
  errors: FieldErrors,
  t: Translate,
): Html {
  const wrong = errorsOf(errors, 'scopes', t)
  return html`<fieldset class="field scopes"><legend>${t('Scopes')}</legend>
${scopes.map((scope) => fieldControl({ name: scopeField(scope), label: scope, kind: 'checkbox', value: input(scopeField(scope)) }, 'key'))}
${wrong.length > 0 && html`<ul class="errors"><li>${wrong}</li></ul>`}
</fieldset>`
}
