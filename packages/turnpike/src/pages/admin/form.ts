import { html } from 'hono/html'
import { LastAdmin } from '../../accounts/user-directory.ts'
import { InvalidUser, UsernameTaken } from '../../accounts/user-store.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { TranslatableMessage } from '../../languages/message.ts'
import type { Html } from '../html.ts'
import { csrfInput, type PageContext } from '../page-context.ts'
import type { Translate } from '../translate.ts'

/** The input of a form: the text of a field, empty when there is none. */
export type FormInput = (name: string) => string

/** An empty form. */
export const emptyInput: FormInput = () => ''

/** @throws ParseError, UnsupportedMediaType when the body is not a form. */
export async function readForm(request: ApiRequest): Promise<FormInput> {
  const fields = new Map(Object.entries((await request.data()) as object))
  return (name) => {
    const text: unknown = [fields.get(name)].flat().at(-1)
    return typeof text === 'string' ? text : ''
  }
}

/** The errors of a form by field name: one, or several of one field. */
export type FieldErrors = Readonly<
  Record<string, TranslatableMessage | readonly TranslatableMessage[]>
>

/**
 * The errors that a store reports for a user, by field. Other errors are rethrown.
 *
 * @param adminField the field that would remove the last admin. Default none.
 */
export function fieldErrorsOf(error: unknown, adminField = ''): FieldErrors {
  if (error instanceof LastAdmin) return { [adminField]: error.translatable }
  if (error instanceof UsernameTaken) return { username: error.translatable }
  if (error instanceof InvalidUser) return { [error.field ?? '']: error.translatable }
  throw error
}

/** The errors of a field, as a list for its control. */
export function errorsOf(errors: FieldErrors, name: string, t: Translate): string[] {
  return [errors[name] ?? []].flat().map((error) => t(error.template, error.values))
}

/** The errors in English, for the audit log. */
export const errorText = (errors: FieldErrors): string =>
  Object.values(errors)
    .flat()
    .map(({ text }) => text)
    .join(' ')

/** A form with only a button. */
export const buttonForm = (context: PageContext, action: string, button: Html): Html =>
  html`<form method="post" action="${action}">${csrfInput(context)}${button}</form>`
