import { testService } from '@turnpike/service/testing'
import definition from '../src/service.ts'

/** The application on {{test_database}}. */
export const openApp = () =>
  testService(definition, { DATABASE_URL: process.env.TEST_DATABASE_URL ?? '{{test_url}}' })
