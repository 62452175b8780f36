#!/usr/bin/env node
// `npm create turnpike@latest notes`: asks what is missing, and makes the application.
import { CannotCreate } from './lib/cannot-create.js'
import { installIn, isDone, startIn } from './lib/commands.js'
import { help, optionsOf } from './lib/options.js'
import { ask } from './lib/questions.js'
import { writeApplication } from './lib/write-application.js'

try {
  const given = optionsOf(process.argv.slice(2))
  if (given === 'help') {
    console.log(help)
  } else {
    const options = await ask(given)
    const folder = await writeApplication(options)
    if (options.install) await installIn(folder, options)
    if (options.start) await startIn(folder, options)
    else console.log(isDone(folder, options))
  }
} catch (error) {
  if (!(error instanceof CannotCreate)) throw error
  console.error(`create-turnpike: ${error.message}`)
  process.exitCode = 1
}
