import { requireMigrated, rotateTokens } from '@turnpike/sql'
import { withDatabase } from '../../accounts.ts'
import type { DatabaseOptions } from '../../database-option.ts'
import { withProgress } from '../../progress.ts'

export interface RotateOptions extends DatabaseOptions {
  revokeLost?: boolean
}

/** Seals all tokens and API keys with the first secret. */
export const rotateSecrets = ({ revokeLost = false, ...options }: RotateOptions) =>
  withDatabase(
    options,
    async ({ db, secrets }) => {
      await requireMigrated(db)
      const { rotated, revoked } = await withProgress((onProgress) =>
        rotateTokens(db, secrets, { revokeLost, onProgress }),
      )
      console.log(`Sealed ${counted(rotated)} with the first secret.`)
      if (revoked > 0) console.log(`Revoked ${counted(revoked)} that could not be read.`)
    },
    { create: false, patient: true },
  )

const counted = (count: number) => `${count} ${count === 1 ? 'token' : 'tokens'}`
