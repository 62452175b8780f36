import { Message } from '../../../languages/message.ts'
import type { Field } from '../../forms/fields.ts'
import type { Translate } from '../../translate.ts'
import type { FieldErrors, FormInput } from '../form.ts'

/** A password, twice, or none. Passwords are never shown again. */
export const newPasswordFields = (t: Translate): readonly Field[] => [
  {
    name: 'password',
    label: t('Password'),
    kind: 'password',
    autocomplete: 'new-password',
    help: t('A phrase of several words is easy to remember and hard to guess.'),
  },
  {
    name: 'password_again',
    label: t('Password again'),
    kind: 'password',
    autocomplete: 'new-password',
  },
  {
    name: 'no_password',
    label: t('No password'),
    kind: 'checkbox',
    help: t('The user cannot sign in with a password. A token stays valid.'),
  },
]

/** The errors of the fields alone; the store checks the password itself. */
export function newPasswordErrors(input: FormInput): FieldErrors {
  const [password, again] = [input('password'), input('password_again')]
  if (input('no_password') !== '') {
    return password === '' && again === ''
      ? {}
      : { no_password: new Message('Enter a password or tick this, not both.') }
  }
  if (password === '') return { password: new Message('Enter a password, or tick “No password”.') }
  return password === again ? {} : { password_again: new Message('The two passwords differ.') }
}
