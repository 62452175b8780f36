#!/usr/bin/env node
import { reportFailure } from './failure.ts'
import { createProgram } from './program.ts'

try {
  await createProgram().parseAsync()
} catch (error) {
  process.exit(reportFailure(error))
}
