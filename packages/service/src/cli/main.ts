#!/usr/bin/env node
/** As in `engines` of package.json: npm only warns, and the database library would crash. */
const oldestNode = '24.14.1'

if (process.versions.node.localeCompare(oldestNode, 'en', { numeric: true }) < 0) {
  console.error(`turnpike: needs Node ${oldestNode} or later; this is ${process.versions.node}.`)
  process.exit(1)
}

// Who has read enough, as `head` has, lets the work go on, and is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

// Imported only now: its imports need that version of Node, and their compiled code is cached.
const { enableCompileCache } = await import('../service/processes/compile-cache.ts')
enableCompileCache()
// From the beginning: to load the program and the service's modules takes a while.
if (process.argv[2] === 'serve' || process.argv[2] === 'dev') {
  const { exitOnSignals } = await import('../service/processes/exit-on-signals.ts')
  exitOnSignals()
}
const { runProgram } = await import('./program.ts')
const code = await runProgram()
if (code !== 0) process.exit(code)

export {}
