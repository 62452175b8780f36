import { migrationState, requireTokenSecrets } from '@turnpike/sql'
import { sqlitePath } from '@turnpike/sql/node'
import { ConfigurationError } from 'turnpike'
import { existingSecrets } from '../secrets.ts'
import type { Check, Finding } from './finding.ts'

/** `secrets.missing` */
export const secretsGiven: Check = {
  isForDeploy: true,
  find({ config }) {
    if (config.settings.SECRET_KEYS !== undefined) return []
    const isServer = sqlitePath(config.databaseUrl) === null
    return [
      {
        id: 'secrets.missing',
        severity: isServer ? 'error' : 'warning',
        message: isServer
          ? 'SECRET_KEYS is not set, and with a database server there is no file for it.'
          : 'SECRET_KEYS is not set: the secret is in a file next to the database, and so in its backups.',
        remedy: 'Set SECRET_KEYS; turnpike secrets generate prints one.',
      },
    ]
  },
}

/** `secrets.wrong` */
export const secretsOpenTokens: Check = {
  isForDeploy: false,
  async find({ database, config }): Promise<Finding[]> {
    if (database === null || (await migrationState(database.db)) !== 'current') return []
    try {
      // Without any secret, a new one would be created, which cannot open existing tokens.
      const secrets = existingSecrets(config) ?? ['-'.repeat(32)]
      await requireTokenSecrets(database.db, secrets)
      return []
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const remedy =
        error instanceof ConfigurationError
          ? 'Restore the missing secret, or revoke its tokens.'
          : 'Repair the file of the secret, or set SECRET_KEYS to what it held.'
      return [{ id: 'secrets.wrong', severity: 'error', message, remedy }]
    }
  },
}
