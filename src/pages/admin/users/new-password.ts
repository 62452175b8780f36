import type { Field } from '../../forms/fields.ts'
import type { FieldErrors, FormInput } from '../form.ts'

/** A password, twice, or none. Passwords are never shown again. */
export const newPasswordFields: readonly Field[] = [
  {
    name: 'password',
    label: 'Password',
    kind: 'password',
    autocomplete: 'new-password',
    help: 'A phrase of several words is easy to remember and hard to guess.',
  },
  {
    name: 'password_again',
    label: 'Password again',
    kind: 'password',
    autocomplete: 'new-password',
  },
  {
    name: 'no_password',
    label: 'No password',
    kind: 'checkbox',
    help: 'The user cannot sign in with a password. A token stays valid.',
  },
]

/** The errors of the fields alone; the store checks the password itself. */
export function newPasswordErrors(input: FormInput): FieldErrors {
  const [password, again] = [input('password'), input('password_again')]
  if (input('no_password') !== '') {
    return password === '' && again === ''
      ? {}
      : { no_password: 'Enter a password or tick this, not both.' }
  }
  if (password === '') return { password: 'Enter a password, or tick “No password”.' }
  return password === again ? {} : { password_again: 'The two passwords differ.' }
}
