import type { PasswordOwner } from '../../../accounts/passwords/rules/password-rules.ts'
import { passwordProblems } from '../../../accounts/passwords/rules/validate-password.ts'
import { TranslatableMessage } from '../../../languages/message.ts'
import type { View } from '../../../views/view.ts'
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

/** The errors of the fields, and of a password that breaks the rules. The store has its own. */
export async function newPasswordErrors(
  input: FormInput,
  owner: PasswordOwner,
  { settings }: View,
): Promise<FieldErrors> {
  const [password, again] = [input('password'), input('password_again')]
  if (input('no_password') !== '') {
    return password === '' && again === ''
      ? {}
      : { no_password: new TranslatableMessage('Enter a password or tick this, not both.') }
  }
  if (password === '')
    return { password: new TranslatableMessage('Enter a password, or tick “No password”.') }
  if (password !== again)
    return { password_again: new TranslatableMessage('The two passwords differ.') }
  const problems = await passwordProblems(password, owner, settings)
  return problems.length === 0 ? {} : { password: problems.map(({ message }) => message) }
}
