import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(resolve(root, 'deploy', name), 'utf8')

it('the image is built of files that Docker is given', () => {
  const copies = readFileSync(resolve(root, 'Dockerfile'), 'utf8').matchAll(
    /^COPY (?!--from)(.*) \S+$/gm,
  )
  const needed = [...copies].flatMap(([, paths = '']) => paths.split(' '))
  const given = readFileSync(resolve(root, '.dockerignore'), 'utf8').split('\n')

  expect(needed.length).toBeGreaterThan(3)
  for (const path of needed) expect(given).toContain(`!${path}`)
})

describe('the systemd unit', () => {
  const unit = read('turnpike.service')

  it.each([
    'CapabilityBoundingSet=',
    'LockPersonality=yes',
    'NoNewPrivileges=yes',
    'PrivateDevices=yes',
    'PrivateTmp=yes',
    'PrivateUsers=yes',
    'ProtectClock=yes',
    'ProtectControlGroups=yes',
    'ProtectHome=yes',
    'ProtectHostname=yes',
    'ProtectKernelLogs=yes',
    'ProtectKernelModules=yes',
    'ProtectKernelTunables=yes',
    'ProtectProc=invisible',
    'ProtectSystem=strict',
    'RestrictNamespaces=yes',
    'RestrictRealtime=yes',
    'RestrictSUIDSGID=yes',
    'SystemCallArchitectures=native',
    'SystemCallFilter=@system-service',
    'UMask=0077',
  ])('lets the process do no more than it needs: %s', (directive) => {
    expect(unit.split('\n')).toContain(directive)
  })

  it('the systemd unit does not start without the file of its secrets', () => {
    expect(unit).toMatch(/^EnvironmentFile=\/etc\/turnpike\.env$/m)
  })

  it('the systemd unit lets Node compile JavaScript', () => {
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute=/m)
  })
})

describe('the compose file', () => {
  const [shared = '', services = ''] = read('compose.yaml').split(/^services:$/m)
  /** Each with its lines: `  nginx:` and what is indented below it. */
  const blocks = services
    .split(/^(?=\S)/m)[0]
    ?.split(/^(?= {2}[\w-]+:)/m)
    .filter((block) => block.trim() !== '') as string[]

  it('runs every container without rights that it does not need, and with nothing that it can change', () => {
    expect(shared).toContain(
      'x-hardened: &hardened\n  restart: unless-stopped\n  read_only: true\n  cap_drop: [ALL]\n  security_opt: ["no-new-privileges:true"]\n',
    )
    expect(shared).toContain('x-turnpike: &turnpike\n  <<: *hardened\n')
    expect(blocks).toHaveLength(6)
    for (const block of blocks) expect(block).toMatch(/<<: \*(hardened|turnpike)|: \*turnpike$/m)
  })

  it('the compose file is reached from this machine alone by default', () => {
    const published = services.match(/^ +ports:.*$/gm)

    expect(published).toEqual([
      // biome-ignore lint/suspicious/noTemplateCurlyInString: Compose puts the variable in.
      '    ports: ["${PUBLISH:-127.0.0.1}:80:80", "${PUBLISH:-127.0.0.1}:443:443"]',
    ])
  })

  it('the compose file has no secret of its own', () => {
    for (const name of ['POSTGRES_PASSWORD', 'SECRET_KEYS']) {
      expect(shared + services).toMatch(new RegExp(`\\$\\{${name}:\\?`))
    }
  })
})

it('nginx ends TLS, orders browsers to use https, and keeps readiness inside', () => {
  const conf = read('nginx.conf')

  expect(conf).toContain('ssl_protocols TLSv1.2 TLSv1.3;')
  expect(conf).toContain('return 308 https://$host$request_uri;')
  expect(conf).toMatch(/add_header Strict-Transport-Security "max-age=\d+" always;/)
  expect(conf).toMatch(/location = \/readyz \{\s+return 404;/)
})
