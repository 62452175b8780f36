import { z } from 'zod'
import { charField } from './char.ts'

export interface EmailFieldOptions {
  /**
   * Most characters. Default 254, the longest address that mail can be sent to (RFC 5321 §4.5.3.1).
   */
  maxLength?: number
}

/** An email address in the common form of zod's `z.email()`, blanks around it dropped. */
export const emailField = ({ maxLength = 254 }: EmailFieldOptions = {}): z.ZodString =>
  charField({ maxLength }).check(z.email())
