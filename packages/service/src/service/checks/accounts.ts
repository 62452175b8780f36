import { migrationState } from '@turnpike/sql'
import { passwordHasher } from '../stores/password-hasher.ts'
import type { Check } from './finding.ts'

/** The users of `examples/notes`, whose passwords are in its source: `demo-password`. */
const publicPasswords = ['demo', 'ann', 'ben'].map((username) => ({
  username,
  password: `${username}-password`,
}))

/** `accounts.demo` */
export const passwordsAreSecret: Check = {
  isForDeploy: true,
  async find({ database, config }) {
    if (database === null || (await migrationState(database.db)) !== 'current') return []

    const rows = await database.db
      .selectFrom('turnpike_user')
      .select(['username', 'password', 'is_active'])
      .where(
        'username',
        'in',
        publicPasswords.map(({ username }) => username),
      )
      .where('password', 'is not', null)
      .orderBy('id')
      .execute()
    const hasher = await passwordHasher(config)
    const found: string[] = []
    for (const { username, password: hash, is_active: isActive } of rows) {
      // By the hash only: a user store might rehash the password.
      const known = publicPasswords.find((user) => user.username === username)
      if (isActive && known && (await hasher.verify(known.password, hash))) found.push(username)
    }
    if (found.length === 0) return []
    return [
      {
        id: 'accounts.demo',
        severity: 'error',
        message: `The password of ${found.join(', ')} is public: it is in the source of the example.`,
        remedy: `Run turnpike change-password, or turnpike deactivate, for ${found.join(', ')}.`,
      },
    ]
  },
}
