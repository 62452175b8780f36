import type { Field } from '../../forms/fields.ts'
import type { FieldErrors, Written } from '../form.ts'

/** A password, twice, or none. What was written into the first two is never shown again. */
export const newPasswordFields: readonly Field[] = [
  {
    name: 'password',
    label: 'Password',
    kind: 'password',
    autocomplete: 'new-password',
    help: 'A phrase of several words is easy to keep and hard to guess.',
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
    help: 'The user cannot sign in with one. A token still serves.',
  },
]

/** What is wrong with the fields as such; whether the password can be one, the store says. */
export function newPasswordErrors(written: Written): FieldErrors {
  const [password, again] = [written('password'), written('password_again')]
  if (written('no_password') !== '') {
    return password === '' && again === ''
      ? {}
      : { no_password: 'Write a password or tick this, not both.' }
  }
  if (password === '') return { password: 'Write a password, or tick “No password”.' }
  return password === again ? {} : { password_again: 'The two passwords are not the same.' }
}
