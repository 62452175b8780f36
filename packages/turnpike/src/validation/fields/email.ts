import * as z from 'zod'
import { knownOptions } from '../../errors/known-options.ts'
import { wholeNumber } from '../../rules/whole-number.ts'
import { messages } from '../messages.ts'
import { textField } from './char.ts'
import { canBeEmailAddress, emailPattern } from './email-address.ts'

export interface EmailFieldOptions {
  /**
   * Maximum number of characters. Default 254, the longest address that mail can be sent to (RFC
   * 5321 §4.5.3.1).
   */
  maxLength?: number
}

const emailFieldOptions = knownOptions<EmailFieldOptions>('emailField()', {
  maxLength: wholeNumber({ least: 0 }),
})

/**
 * An email address: `ada@example.com`, `bounce=1@xn--p1ai.example`, `user@bücher.example`,
 * `root@localhost`, `ada@[192.0.2.1]`. Whitespace around it is trimmed. See `emailPattern`.
 */
export function emailField(options: EmailFieldOptions = {}): z.ZodString {
  emailFieldOptions.require(options)
  const { maxLength = 254 } = options
  return textField({ maxLength }, messages.notAnEmail)
    .check(z.email({ pattern: emailPattern }))
    .refine(canBeEmailAddress, messages.notAnEmail.message)
}
