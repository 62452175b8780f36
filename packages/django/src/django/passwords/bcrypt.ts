import { createHash } from 'node:crypto'
import { ConfigurationError } from 'turnpike'
import type { PasswordFormat } from './formats.ts'

const rounds = 12

/** Two to the power of 16 takes some seconds. */
const maxRounds = 16

/** The least that the algorithm takes. */
const minRounds = 4

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
      const made = parse(hash)
      if (made === null) return null
      const bcrypt = await load()
      return bcrypt.compare(given(password), `$2b$${made.cost}$${made.rest}`)
    },
    isCurrent: (hash) => hash.includes(`$$2b$${rounds}$`),
    workOf(hash) {
      const cost = hash === null ? rounds : parse(hash)?.cost
      return cost === undefined
        ? null
        : { kind: 'bcrypt', units: 2 ** Number(cost), spend: doRounds }
    },
  }
}

/** Null when the hash has another form, or demands too much. */
function parse(hash: string): { cost: string; rest: string } | null {
  const [, cost, rest] = /^bcrypt(?:_sha256)?\$\$2[aby]\$(\d\d)\$(.{53})$/.exec(hash) ?? []
  if (cost === undefined || rest === undefined) return null
  return Number(cost) > maxRounds || Number(cost) < minRounds ? null : { cost, rest }
}

/** A hash has a power of two of them, so their sum takes one hash for each of its bits. */
async function doRounds(count: number): Promise<void> {
  const bcrypt = await load()
  for (let cost = maxRounds; cost >= minRounds; cost--) {
    if ((count & (2 ** cost)) !== 0) await bcrypt.hash('', cost)
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
