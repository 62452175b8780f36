/** The database lacks migrations. The message says what to run. */
export class DatabaseNotMigrated extends Error {
  override readonly name = 'DatabaseNotMigrated'
  /** The missing migrations. */
  readonly migrations: readonly string[]

  constructor(migrations: readonly string[]) {
    super(
      `The database lacks ${counted(migrations)}. Bring it up to date: ` +
        'turnpike migrate, with the module of your service if there is one.',
    )
    this.migrations = migrations
  }
}

/** The database was migrated by a later version of the service. */
export class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew'
  /** The unknown migrations. */
  readonly migrations: readonly string[]

  constructor(migrations: readonly string[]) {
    super(
      `The database has ${counted(migrations)} that this version of the service does not know. ` +
        'Start the version that migrated it, or restore a backup from before.',
    )
    this.migrations = migrations
  }
}

const counted = (migrations: readonly string[]) =>
  `${migrations.length} ${migrations.length === 1 ? 'migration' : 'migrations'} (${migrations.join(', ')})`
