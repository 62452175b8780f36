import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExchangeRequest, ExpectedResponse, Scenario } from '../conformance/replay/scenario.ts'
import { wrapped } from '../support/wrapped.ts'

/**
 * One way in which the wire differs from Django REST framework's: an item of docs/from-django.md.
 */
export interface Difference {
  id: string
  theme: Theme
  /** The parts of the item, in Markdown. */
  what: string
  reference: string
  turnpike: string
  /** Empty when the other parts say it. */
  why: string
  /** Requests that show it. */
  shown?: ShownDifference[]
  /** For what no request shows: the test that holds Turnpike's side. */
  test?: { file: string; name: string }
}

/** A service, requests to it, and what each side answers to the last one. */
export interface ShownDifference {
  settings?: Scenario['settings']
  view: Record<string, unknown> & { kind: string }
  /** The path of the view. Default `/v/`. */
  path?: string
  /** Requests before, whose answers do not matter. */
  before?: Partial<ExchangeRequest>[]
  /** Default: POST to the view. */
  request: Partial<ExchangeRequest>
  /** What version 3.18 on Django 5.2 answers. */
  reference: ExpectedResponse
  /** What Debian's version answers, 3.14 on Django 3.2, where that is something else. */
  debian?: ExpectedResponse
  turnpike: ExpectedResponse
}

export const differences: readonly Difference[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'differences.json'), 'utf8'),
)

/** The service and the requests as a scenario, with the answer that is expected to the last one. */
export function scenarioOf(
  id: string,
  { settings = {}, view, path = '/v/', before = [], request }: ShownDifference,
  response: ExpectedResponse,
): Scenario {
  const whole = (sent: Partial<ExchangeRequest>): ExchangeRequest => ({
    method: 'POST',
    path,
    ...sent,
  })
  return {
    name: id,
    about: '',
    settings: {
      DEFAULT_AUTHENTICATION_CLASSES: [],
      DEFAULT_RENDERER_CLASSES: ['JSONRenderer'],
      ...settings,
    },
    // The form of the views is checked where they are built.
    views: [{ path, ...view } as unknown as Scenario['views'][number]],
    exchanges: [
      ...before.map((sent, index) => ({
        name: `before ${index}`,
        request: whole(sent),
        response: { status: 200 },
      })),
      { name: id, request: whole(request), response },
    ],
  }
}

/** The themes of the list, with their headings. */
const headings = {
  paths: 'Paths and methods',
  headers: 'Header fields and negotiation',
  bodies: 'Bodies that are sent',
  authentication: 'Who is calling, and who may',
  accounts: "Accounts in Django's tables",
  errors: 'Errors',
  fields: 'Fields and their messages',
  answers: 'What is sent back',
  lists: 'Pages, filters, search',
  throttles: 'Throttles',
  pages: 'Browsable pages',
}

export type Theme = keyof typeof headings

/** The list of docs/from-django.md, by theme. */
export const listOf = (listed: readonly Difference[]): string =>
  Object.entries(headings)
    .map(([theme, heading]) => {
      const own = listed.filter((difference) => difference.theme === theme)
      return `### ${heading}\n\n${itemsOf(own)}`
    })
    .join('\n\n')

const itemsOf = (listed: readonly Difference[]): string =>
  listed
    .flatMap(({ what, reference, turnpike, why }) => [
      ...wrapped(`- **${what}**`, '  '),
      ...wrapped(`  - Django: ${reference}`, '    '),
      ...wrapped(`  - Turnpike: ${turnpike}`, '    '),
      ...(why === '' ? [] : wrapped(`  - Why: ${why}`, '    ')),
    ])
    .join('\n')
