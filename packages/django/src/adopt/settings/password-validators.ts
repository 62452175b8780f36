import { leastMinLength } from 'turnpike/internal/accounts/passwords/rules/password-rules'
import { isDict } from '../python/value.ts'
import type { Adoption, Source } from './adoption.ts'

const name = 'AUTH_PASSWORD_VALIDATORS'
const folder = 'django.contrib.auth.password_validation.'

/** Those that the rules for new passwords have in any case. */
const kept = new Set(['UserAttributeSimilarityValidator', 'CommonPasswordValidator'])

/** Takes the length of Django's validators over as `PASSWORD_RULES`. */
export function readPasswordValidators({ get, has }: Source, adoption: Adoption): void {
  const validators = get(name)
  if (!has(name) || !Array.isArray(validators)) return
  for (const validator of validators) {
    if (!isDict(validator)) continue
    const path = String(validator.entries.get('NAME'))
    const options = validator.entries.get('OPTIONS')
    if (path === `${folder}MinimumLengthValidator`) {
      const given = isDict(options) ? options.entries.get('min_length') : undefined
      takeLength(given ?? leastMinLength, adoption)
    } else if (!kept.has(path.slice(folder.length)) || !path.startsWith(folder)) {
      const shown = path.replaceAll(/[^\w.]/g, '?').slice(0, 200)
      adoption.leave(name, `\`${shown}\` is not a rule of \`PASSWORD_RULES\`.`)
    }
  }
}

function takeLength(length: unknown, adoption: Adoption): void {
  if (typeof length === 'number' && length < leastMinLength) {
    adoption.leave(name, `\`PASSWORD_RULES\` asks for at least ${leastMinLength} characters.`)
  } else if (length !== leastMinLength) {
    adoption.set(name, 'PASSWORD_RULES', { minLength: length as number })
  }
}
