import type { View } from '../../views/view.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { AnyService } from '../define-service.ts'

/** Something that breaks, or is dangerous, and what to change. */
export interface Finding {
  /** Stable: `hosts.open`. The page deployment.md has them all. */
  readonly id: string
  /** An error makes the command fail, a warning does not. */
  readonly severity: 'error' | 'warning'
  /** What is wrong. */
  readonly message: string
  /** What to change. */
  readonly remedy: string
}

/** What is checked. */
export interface Subject {
  readonly definition: AnyService
  readonly config: Config
  /** Null: it cannot be opened, or does not answer, for this reason. */
  readonly database: Database | null
  readonly databaseError: string | null
  /** What of the database's file cannot be right; null: nothing that was found. */
  readonly damage: string | null
  /** The views by path. Null: they cannot be known. */
  readonly views: ReadonlyMap<string, View> | null
  /** Why the application cannot be built; null: it can, or that was not tried. */
  readonly buildError: string | null
}

export interface Check {
  /** True: it is about production, and only made when that is asked for. */
  readonly isForDeploy: boolean
  /** What it finds, or nothing. */
  find(subject: Subject): Finding[] | Promise<Finding[]>
}
