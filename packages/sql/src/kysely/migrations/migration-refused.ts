/** What was asked of the migrations is not possible. Nothing was changed; the message says why. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}
