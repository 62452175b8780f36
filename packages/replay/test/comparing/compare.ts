import { compareOutcomes } from '../../src/comparing/compare.ts'
import type { Comparison } from '../../src/comparing/comparison.ts'
import { CreatedIds } from '../../src/comparing/created-ids.ts'
import { defaultRules, RuleBook, type RuleName } from '../../src/comparing/rules.ts'
import type { HeaderField } from '../../src/reading/recorded-request.ts'
import { sideOf } from '../../src/sending/side.ts'

export interface Answer {
  status?: number
  headers?: readonly HeaderField[]
  body?: string | Uint8Array
}

export interface Rules {
  also?: readonly RuleName[]
  without?: readonly RuleName[]
  created?: CreatedIds
  publicUrls?: readonly string[]
}

const json: HeaderField = ['Content-Type', 'application/json']

/** The causes by which two answers differ, and the rules that were used. */
export function compare(
  old: Answer,
  changed: Answer,
  { also = [], without = [], created, publicUrls = [] }: Rules = {},
) {
  const rules = [...defaultRules(), ...also].filter((rule) => !without.includes(rule))
  const comparison: Comparison = {
    old: sideOf('old', new URL('http://old.test:8001'), publicUrls),
    new: sideOf('new', new URL('http://new.test:8002'), publicUrls),
    rules: new RuleBook(rules),
    created: created ?? new CreatedIds(),
    cursorParams: ['cursor'],
    differences: new Map(),
    cursorLinks: [],
  }
  const received = ({ status = 200, headers = [], body = '' }: Answer) => ({
    status,
    headers: headers.some(([name]) => name.toLowerCase() === 'content-type')
      ? headers
      : [json, ...headers],
    body: Buffer.from(body),
    bodyFault: null,
  })
  compareOutcomes(comparison, received(old), received(changed))
  return {
    causes: [...comparison.differences.keys()],
    rules: [...comparison.rules.used.keys()],
    links: comparison.cursorLinks,
  }
}

export const compareBodies = (
  old: string | Uint8Array,
  changed: string | Uint8Array,
  rules?: Rules,
) => compare({ body: old }, { body: changed }, rules)

export const compareFields = (
  old: readonly HeaderField[],
  changed: readonly HeaderField[],
  rules?: Rules,
) => compare({ headers: old }, { headers: changed }, rules)
