import { html } from 'hono/html'
import { LastAdmin } from '../../accounts/user-directory.ts'
import { InvalidUser, UsernameTaken } from '../../accounts/user-store.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { Html } from '../html.ts'
import { csrfInput, type PageContext } from '../page-context.ts'

/** What was written into a form: the text of a field, empty when there is none. */
export type Written = (name: string) => string

/** Nothing is written yet. */
export const nothingWritten: Written = () => ''

/** @throws ParseError, UnsupportedMediaType when the body is no form. */
export async function readForm(request: ApiRequest): Promise<Written> {
  const fields = new Map(Object.entries((await request.data()) as object))
  return (name) => {
    const text: unknown = [fields.get(name)].flat().at(-1)
    return typeof text === 'string' ? text : ''
  }
}

/** What is wrong with the fields of a form, by name. */
export type FieldErrors = Readonly<Record<string, string>>

/**
 * What a store refuses of a user, beside the field at fault. Other errors are thrown on.
 *
 * @param adminField that by which the last admin would be lost. Default none.
 */
export function fieldErrorsOf(error: unknown, adminField = ''): FieldErrors {
  if (error instanceof LastAdmin) return { [adminField]: error.message }
  if (error instanceof UsernameTaken) return { username: error.message }
  if (error instanceof InvalidUser) return { [error.field ?? '']: error.message }
  throw error
}

/** The errors of a field, as the controls take them. */
export const errorsOf = (errors: FieldErrors, name: string): string[] =>
  errors[name] === undefined ? [] : [errors[name]]

/** A form that is one button. */
export const buttonForm = (context: PageContext, action: string, button: Html): Html =>
  html`<form method="post" action="${action}">${csrfInput(context)}${button}</form>`
