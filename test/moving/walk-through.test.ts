import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, nginxMissing } from '../faults/nginx.ts'
import {
  type DjangoProject,
  djangoFolder,
  djangoMissing,
  djangoProject,
} from '../support/django.ts'
import { programs } from '../support/programs.ts'
import { install } from '../tutorial/installed.ts'
import { difference } from '../tutorial/output.ts'
import { type Action, actionsOf } from '../tutorial/page.ts'
import { openTerminal, type Terminal } from '../tutorial/terminal.ts'

const page = 'moving-from-django.md'

describe.skipIf((djangoMissing('postgres') ?? nginxMissing) !== null)(`docs/${page}`, () => {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'moving-')))
  let project: DjangoProject
  let terminal: Terminal
  /** What the page names, and what there is instead. The longest first. */
  let places: readonly (readonly [string, string])[]

  beforeAll(async () => {
    install(join(place, 'node_modules'))
    chmodSync(place, 0o755)
    cpSync(djangoFolder, join(place, 'library'), { recursive: true })
    project = await djangoProject({ database: 'postgres' })
    const django = new URL(await project.serve())
    const [nginx, turnpike] = [await freePort(), await freePort()]
    const { databaseUrl } = project
    const name = new URL(databaseUrl).pathname.slice(1)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    places = [
      ['postgres://localhost/library_copy', `${databaseUrl}_copy`],
      ['postgres://localhost/library', databaseUrl],
      ['database library_copy', `database ${name}_copy`],
      ['127.0.0.1:8000', `127.0.0.1:${nginx}`],
      ['127.0.0.1:8001', django.host],
      ['127.0.0.1:8002', `127.0.0.1:${turnpike}`],
      ['PORT=8002', `PORT=${turnpike}`],
      // So that it may run as any user.
      ['http {\n', `http {\n${temporary.map((kind) => `${kind}_temp_path ${kind};`).join('\n')}\n`],
    ]
    const { DATABASE_URL = '', SECRET_KEY = '' } = project.env
    terminal = openTerminal(place, { DATABASE_URL, SECRET_KEY, PYTHONDONTWRITEBYTECODE: '1' })
    await terminal.run(
      `python3() { ${programs.python} "$@"; }; nginx() { ${programs.nginx} "$@"; }`,
    )
  }, 600_000)

  afterAll(async () => {
    await terminal?.run('kill $(jobs -p) $(cat nginx.pid); wait')
    await terminal?.run(
      here("psql --quiet postgres://localhost/library -c 'drop database if exists library_copy'"),
    )
    terminal?.close()
    await project?.close()
    rmSync(place, { recursive: true, force: true })
  })

  const here = (text: string) =>
    places.reduce((rest, [named, real]) => rest.replaceAll(named, real), text)
  const there = (text: string) =>
    places.reduce((rest, [named, real]) => rest.replaceAll(real, named), text)

  /** @returns what is wrong, or null. */
  async function perform(action: Action): Promise<string | null> {
    if (action.kind === 'change') return 'The page changes a file: write the whole file.'
    if (action.kind === 'file') {
      const path = join(place, action.path)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, here(action.text))
      return null
    }
    const { printed, code } = await terminal.run(here(action.command))
    const seen = there(printed)
    if (action.output !== null) return difference(action.output, seen)
    return code === 0 ? null : `Exit code ${code}: ${seen}`
  }

  it(`docs/${page} does what it says, on a project of Django`, async () => {
    const actions = actionsOf(page)
    expect(actions.length).toBeGreaterThan(12)
    for (const action of actions) {
      expect(await perform(action), `docs/${page}:${action.line}`).toBeNull()
    }
  }, 600_000)
})
