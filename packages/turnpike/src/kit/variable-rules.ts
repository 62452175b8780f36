/**
 * The rules for the variables of a program, without the rest of the kit: a program that only lists
 * its variables, as `turnpike --help` does, needs neither Zod nor Hono.
 *
 * @module
 */

export { apiKeyAgeSeconds } from '../accounts/keys/api-key-rules.ts'
export { tokenIdleSeconds, tokenKeyPrefix, tokenMaxAgeSeconds } from '../accounts/token-rules.ts'
export { withoutPassword } from '../errors/url-without-password.ts'
export { listOf } from '../rules/list.ts'
export { orNull, type TextRule } from '../rules/rule.ts'
export { oneOf, text, textWhere, trueOrFalse } from '../rules/text.ts'
export { wholeNumber } from '../rules/whole-number.ts'
export { type Setting, setting } from '../settings/setting.ts'
