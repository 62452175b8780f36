/** Checks: what is broken or dangerous, and what to change. @module */

import { migrationState } from '@turnpike/sql'
import type { Database } from '@turnpike/sql/node'
import { randomSecret } from 'turnpike/internal/http/signing'
import { viewsOf } from 'turnpike/internal/routes'
import { buildApp } from '../build-app.ts'
import type { Config } from '../config.ts'
import { openConfiguredDatabase } from '../database/open.ts'
import type { AnyService } from '../define-service.ts'
import { createLogger } from '../logging/logger.ts'
import { existingSecrets } from '../secrets.ts'
import { redisConnections } from '../stores/redis-connections.ts'
import { passwordsAreSecret } from './accounts.ts'
import {
  damageOf,
  databaseAnswers,
  databaseIsWhole,
  databaseLasts,
  databaseMigrated,
  filesArePrivate,
  replicasKnowWrites,
} from './database.ts'
import { failureText } from './failure.ts'
import type { Check, Finding, Subject } from './finding.ts'
import { hostsAreNamed } from './hosts.ts'
import { languagesAreWhole } from './languages.ts'
import { filtersFindItems } from './lists/filter-check.ts'
import { ordersHaveIndexes } from './lists/order-check.ts'
import { listsArePaginated } from './lists/pagination-check.ts'
import { listsAreReadable } from './lists/read-check.ts'
import { listsHaveScopes } from './lists/scope-check.ts'
import { searchesFindItems } from './lists/search-check.ts'
import { logIsQuiet, refusalsAreBrief } from './logging.ts'
import { packagesAreShared } from './packages.ts'
import { redisAnswers } from './redis.ts'
import { secretsGiven, secretsOpenTokens } from './secrets.ts'
import { storesFindItems } from './stores.ts'
import {
  countsAreShared,
  guessesAreBounded,
  keysAreShared,
  replaysAreShared,
  scopesAreCounted,
} from './throttling.ts'
import { cookiesAreSecure, credentialsAreEncrypted } from './transport.ts'
import { sunsetsAreAhead } from './views/deprecation.ts'
import { metricsAreGuarded, metricsStayHere } from './views/metrics.ts'
import { scopesAreAskedFor, writesAreGuarded } from './views/permissions.ts'
import { viewsAreReached } from './views/shadowed.ts'
import { denialsAreChallenges, viewsAreBuilt, viewsAreKnown } from './views/views.ts'

const checks: readonly Check[] = [
  databaseAnswers,
  databaseIsWhole,
  databaseMigrated,
  viewsAreBuilt,
  databaseLasts,
  replicasKnowWrites,
  redisAnswers,
  filesArePrivate,
  secretsGiven,
  secretsOpenTokens,
  passwordsAreSecret,
  cookiesAreSecure,
  credentialsAreEncrypted,
  hostsAreNamed,
  guessesAreBounded,
  countsAreShared,
  replaysAreShared,
  scopesAreCounted,
  keysAreShared,
  denialsAreChallenges,
  writesAreGuarded,
  scopesAreAskedFor,
  metricsAreGuarded,
  metricsStayHere,
  listsArePaginated,
  listsAreReadable,
  listsHaveScopes,
  storesFindItems,
  ordersHaveIndexes,
  searchesFindItems,
  filtersFindItems,
  logIsQuiet,
  refusalsAreBrief,
  sunsetsAreAhead,
  viewsAreReached,
  viewsAreKnown,
  packagesAreShared,
  languagesAreWhole,
]

/** The findings of `checkService`. `deploy`: also those that matter in production. */
export async function runChecks(
  definition: AnyService,
  config: Config,
  deploy: boolean,
): Promise<Finding[]> {
  const opened = await openDatabase(config)
  const { database } = opened
  try {
    const built = await builtViews(definition, config, database)
    const findings: Finding[] = []
    for (const check of checks) {
      if (check.isForDeploy && !deploy) continue
      findings.push(...(await check.find({ definition, config, ...built, ...opened })))
    }
    return findings
  } finally {
    await database?.close()
  }
}

type Opened = Pick<Subject, 'database' | 'databaseError' | 'damage'>

async function openDatabase(config: Config): Promise<Opened> {
  let database: Database | null = null
  try {
    database = openConfiguredDatabase(config, { create: false })
    await database.ping()
    const damage = await damageOf(database, config)
    if (damage !== null) {
      await database.close()
      return { database: null, databaseError: null, damage }
    }
    return { database, databaseError: null, damage: null }
  } catch (error) {
    await database?.close()
    const { message, reason } = error as Error & { reason?: string }
    return { database: null, databaseError: reason ?? message, damage: null }
  }
}

type Built = Pick<Subject, 'views' | 'isTried' | 'buildError'>

/** No views when the application's tables do not exist, or it is not from routes(). */
async function builtViews(
  definition: AnyService,
  config: Config,
  database: Database | null,
): Promise<Built> {
  const isReady =
    database !== null && (await migrationState(database.db, definition.migrations)) === 'current'
  if (!isReady) return { views: null, isTried: false, buildError: null }

  const logger = createLogger('silent')
  const connections = redisConnections(definition.name, config, logger)
  try {
    const secrets = existingSecretsOrRandom(config)
    const { app } = await buildApp(definition, config, database, connections, secrets, logger)
    return { views: viewsOf(app), isTried: true, buildError: null }
  } catch (error) {
    return { views: null, isTried: true, buildError: failureText(error) }
  } finally {
    connections.close()
  }
}

/** Placeholder secrets do here: nothing is signed, and an unreadable file has its own check. */
function existingSecretsOrRandom(config: Config): readonly string[] {
  try {
    return existingSecrets(config) ?? [randomSecret()]
  } catch {
    return [randomSecret()]
  }
}
