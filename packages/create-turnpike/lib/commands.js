import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { relative } from 'node:path'
import { CannotCreate } from './cannot-create.js'

/**
 * @param {string} folder
 * @param {import('./options.js').Options} options
 */
export async function installIn(folder, { orm }) {
  console.log(`Installing the packages in ${folder} …`)
  if (Number.parseInt(process.versions.node, 10) < 24) {
    console.log('Warnings of EBADENGINE are harmless: the application brings its own Node.')
  }
  const withoutEngine =
    orm === 'prisma'
      ? ' If Prisma cannot download its engine, it needs none here: PRISMA_SCHEMA_ENGINE_BINARY=/bin/true npm install.'
      : ''
  await run('npm', ['install', '--no-audit', '--no-fund'], folder, {
    failed: `npm install failed. The application is in ${folder}: mend the cause, and run npm install there.${withoutEngine}`,
  })
}

/**
 * Migrates, makes a user with a token, says what to try, and serves until it is stopped.
 *
 * @param {string} folder
 * @param {import('./options.js').Options} options
 */
export async function startIn(folder, options) {
  const turnpike = ['run', '--silent', 'turnpike', '--']
  const failed =
    options.database === 'postgresql'
      ? `PostgreSQL must run at DATABASE_URL of ${folder}/.env, with that database: docker compose up -d --wait, or createdb. Then npm run dev.`
      : `See above. The application is in ${folder}; npm run dev serves it.`
  const password = randomBytes(12).toString('base64url')
  await run('npm', ['run', '--silent', 'migrate'], folder, { failed })
  await run('npm', [...turnpike, 'create-user', 'demo', '--staff', '--password-stdin'], folder, {
    failed,
    input: password,
  })
  const printed = await run('npm', [...turnpike, 'token', 'demo'], folder, { failed, isRead: true })
  const key = /token (\S+)/.exec(printed)?.[1]
  if (key === undefined) throw new CannotCreate(failed)
  const url = `http://localhost:${process.env.PORT ?? 8000}`
  console.log(`
Sign in at ${url}/ as demo with ${password}, or try in another terminal:

  curl ${url}/notes/ -H 'Authorization: Token ${key}'
  curl ${url}/notes/ -H 'Authorization: Token ${key}' -d title='First'
  curl -i ${url}/notes/
`)
  await run('npm', ['run', 'dev'], folder, { failed, isService: true })
}

/**
 * @param {string} folder
 * @param {import('./options.js').Options} options
 */
export function isDone(folder, { install, database }) {
  const steps = [
    `cd ${relative(process.cwd(), folder) || '.'}`,
    ...(install ? [] : ['npm install']),
    ...(database === 'postgresql' ? ['docker compose up -d --wait'] : []),
    'npm run dev',
  ]
  return `
The application is in ${folder}. Next:

${steps.map((step) => `  ${step}`).join('\n')}

Its README.md says how to make a user, and where to go on.`
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 * @param {{ failed: string, input?: string, isRead?: boolean, isService?: boolean }} options the
 *   message when it fails; a service may be ended by Ctrl+C
 * @returns {Promise<string>} what it prints, if that is read
 */
function run(command, args, cwd, { failed, input, isRead = false, isService = false }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      stdio: [input === undefined ? 'inherit' : 'pipe', isRead ? 'pipe' : 'inherit', 'inherit'],
      // npm is a script on Windows.
      shell: process.platform === 'win32',
    })
    let printed = ''
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
    // A command that fails may not read its input.
    child.stdin?.on('error', () => {}).end(input)
    // Ctrl+C goes to the command, too, which may still have something to end.
    const wait = () => {}
    process.on('SIGINT', wait)
    child.once('error', () => reject(new CannotCreate(`${command} cannot be started. ${failed}`)))
    child.once('close', (code, signal) => {
      process.off('SIGINT', wait)
      const isEnded = isService && (signal === 'SIGINT' || code === 130)
      if (code === 0 || isEnded) resolve(printed)
      else reject(new CannotCreate(failed))
    })
  })
}
