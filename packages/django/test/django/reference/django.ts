import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { programs } from '@turnpike/test-support/programs.ts'

const python = programs.python

/** Why tests beside Django are skipped, or null when it is installed. */
export const djangoMissing: string | null = whyMissing()

function whyMissing(): string | null {
  const { status } = spawnSync(python, ['-c', 'import rest_framework_simplejwt'], {
    stdio: 'ignore',
  })
  if (status === 0) return null
  const reason =
    `${python} has no Django with simplejwt: install python3-djangorestframework-simplejwt, ` +
    'python3-psycopg2 and python3-mysqldb.'
  if (process.env.TURNPIKE_NO_SKIPS === '1') throw new Error(reason)
  console.warn(`Skipping tests: ${reason}`)
  return reason
}

export interface DjangoOptions {
  /** The entry of DATABASES. */
  database: Readonly<Record<string, unknown>>
  settings: Readonly<Record<string, unknown>>
  /** Further apps. */
  apps?: readonly string[]
}

/** Django in a process of its own, which ends with `close()`. */
export interface Django {
  /**
   * The value that the code leaves in `result`, as JSON. Names stay for the next code.
   *
   * @param args values by the names that the code uses.
   * @throws Error with the traceback.
   */
  run<Result>(code: string, args?: Readonly<Record<string, unknown>>): Promise<Result>
  close(): void
}

/** Starts Django with its tables in the database. */
export async function startDjango(options: DjangoOptions): Promise<Django> {
  const folder = import.meta.dirname
  const child = spawn(
    python,
    ['-W', 'ignore', join(folder, 'process.py'), JSON.stringify(options)],
    {
      env: {
        ...process.env,
        PYTHONPATH: `${folder}:${join(folder, '../project')}`,
        PYTHONDONTWRITEBYTECODE: '1',
      },
    },
  )
  let complaint = ''
  child.stderr.on('data', (text) => {
    complaint += text
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let turn: Promise<unknown> = Promise.resolve()

  async function ask(code: string, args: Readonly<Record<string, unknown>>) {
    child.stdin.write(`${JSON.stringify({ code, args })}\n`)
    const { value, done } = await lines.next()
    if (done) throw new Error(`Django has ended: ${complaint}`)
    const { error, result } = JSON.parse(value)
    if (error !== undefined) throw new Error(`${error}\nin\n${code}`)
    return result
  }

  const django: Django = {
    run(code, args = {}) {
      const answer = turn.then(() => ask(code, args))
      turn = answer.catch(() => {})
      return answer
    },
    close: () => child.kill(),
  }
  await django.run(preparation)
  return django
}

const preparation = `
from django.contrib.auth import authenticate, get_user_model
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.test import Client
call_command('migrate', run_syncdb=True, verbosity=0)
User = get_user_model()
`
