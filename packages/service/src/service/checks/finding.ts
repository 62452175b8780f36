import type { Database } from '@turnpike/sql/node'
import type { View } from 'turnpike'
import type { Config } from '../config.ts'
import type { AnyService } from '../define-service.ts'

/** Something broken or dangerous, and what to change. */
export interface Finding {
  /** Stable: `hosts.open`. All are listed in docs/deployment.md. */
  readonly id: string
  /** An error makes the command fail, a warning does not. */
  readonly severity: 'error' | 'warning'
  /** The problem, as a sentence. */
  readonly message: string
  /** The change that solves it. */
  readonly remedy: string
}

/** The subject of the checks. */
export interface Subject {
  readonly definition: AnyService
  readonly config: Config
  /** Null if it cannot be opened or does not answer. */
  readonly database: Database | null
  readonly databaseError: string | null
  /** The damage in the database file; null if none was found. */
  readonly damage: string | null
  /** The views by path. Null if they are unknown. */
  readonly views: ReadonlyMap<string, View> | null
  /** Whether it was tried to build the application: not for a database that is not ready. */
  readonly isTried: boolean
  /** Why the application cannot be built; null if it can be built, or was not tried. */
  readonly buildError: string | null
}

export interface Check {
  /** True: it concerns production and runs only on request. */
  readonly isForDeploy: boolean
  /** The findings, empty when all is well. */
  find(subject: Subject): Finding[] | Promise<Finding[]>
}
