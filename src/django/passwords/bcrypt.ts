import { createHash } from 'node:crypto'
import { ConfigurationError } from '../../errors/configuration-error.ts'
import type { PasswordFormat } from './formats.ts'

const rounds = 12

/** Two to the power of 16 takes some seconds. */
const maxRounds = 16

/**
 * `bcrypt_sha256$$2b$12$…`, and `bcrypt$$2b$12$…`, which ignores what follows the 72nd byte of a
 * password. By the package `bcrypt`, which is loaded when it is needed.
 */
export function bcryptFormat(name: 'bcrypt_sha256' | 'bcrypt'): PasswordFormat {
  const given = (password: string) =>
    name === 'bcrypt' ? password : createHash('sha256').update(password).digest('hex')

  return {
    async hash(password) {
      const bcrypt = await load()
      return `${name}$${await bcrypt.hash(given(password), rounds)}`
    },
    async verify(password, hash) {
      const [, cost, rest] = /^bcrypt(?:_sha256)?\$\$2[aby]\$(\d\d)\$(.{53})$/.exec(hash) ?? []
      if (rest === undefined || Number(cost) > maxRounds || Number(cost) < 4) return null
      const bcrypt = await load()
      return bcrypt.compare(given(password), `$2b$${cost}$${rest}`)
    },
    isCurrent: (hash) => hash.includes(`$$2b$${rounds}$`),
  }
}

async function load() {
  try {
    return (await import('bcrypt')).default
  } catch (cause) {
    throw new ConfigurationError(
      'A password has the format bcrypt, which needs the package bcrypt: npm install bcrypt@6',
      { cause },
    )
  }
}
