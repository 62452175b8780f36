import { ConfigurationError } from 'turnpike'
import type { Difference } from '../comparing/difference.ts'
import { type RuleName, ruleNames } from '../comparing/rules.ts'
import { patternOf } from './patterns.ts'

/** Differences that are known and accepted, with the reason. All given patterns must fit. */
export interface Explanation {
  /** Such as `301 → 404` or `200 -> *`. */
  readonly status?: string
  /** The name of a header field. */
  readonly header?: string
  /** A JSON pointer with `*` for one key or index, `**` for any number; empty: the whole body. */
  readonly body?: string
  /** Such as `missing` or `type: * → null`. Default: any. */
  readonly kind?: string
  /** Only for these methods: `GET`, or `GET, HEAD`. */
  readonly method?: string
  /** Only for these paths, without the query: `/notes/*`. */
  readonly path?: string
  readonly why: string
}

/** The content of a rules file. */
export interface RulesFile {
  /** Optional rules to apply. */
  readonly ignore: readonly RuleName[]
  readonly explained: readonly Explanation[]
}

/**
 * @param name of the file, for messages.
 * @throws ConfigurationError when it is not a rules file.
 */
export function readRulesFile(text: string, name: string): RulesFile {
  const content = objectOf(parse(text, name), ['ignore', 'explained'], name)
  const ignore = listOf(content.ignore, `${name}: ignore`).map((rule) => ruleNamed(rule))
  const explained = listOf(content.explained, `${name}: explained`).map((item, index) =>
    explanationOf(item, `${name}: explained[${index}]`),
  )
  return { ignore, explained }
}

/** @throws ConfigurationError when there is no such rule. */
export function ruleNamed(name: unknown): RuleName {
  const rule = ruleNames.find((each) => each === name)
  if (rule !== undefined) return rule
  throw new ConfigurationError(`Unknown rule ${String(name)}. Rules: ${ruleNames.join(', ')}.`)
}

const keys = ['status', 'header', 'body', 'kind', 'method', 'path', 'why'] as const

function explanationOf(item: unknown, place: string): Explanation {
  const fields = objectOf(item, keys, place)
  for (const key of keys) {
    if (fields[key] !== undefined && typeof fields[key] !== 'string') {
      throw new ConfigurationError(`${place}: ${key} must be a text.`)
    }
  }
  const parts = [fields.status, fields.header, fields.body].filter((part) => part !== undefined)
  if (parts.length !== 1) {
    throw new ConfigurationError(`${place} must have exactly one of status, header and body.`)
  }
  if (String(fields.why ?? '').trim() === '') {
    throw new ConfigurationError(`${place} must say why the difference is accepted: "why".`)
  }
  return fields as unknown as Explanation
}

/** Whether the explanation is of this difference. */
export function explainer(explanation: Explanation) {
  const { status, header, body, kind, method, path } = explanation
  const fitsKind = patternOf(arrows(kind ?? '**'), '')
  const fitsStatus = patternOf(arrows(status ?? ''), '')
  const fitsHeader = patternOf((header ?? '').toLowerCase(), '')
  const fitsBody = patternOf(body ?? '')
  const fitsPath = patternOf(path ?? '**')
  const methods = method?.split(',').map((name) => name.trim().toUpperCase())

  return (difference: Difference, request: { method: string; path: string }): boolean => {
    if (methods !== undefined && !methods.includes(request.method)) return false
    if (!fitsPath(request.path) || !fitsKind(difference.kind)) return false
    switch (difference.part) {
      case 'status':
        return status !== undefined && fitsStatus(difference.kind)
      case 'header':
        return header !== undefined && fitsHeader(difference.where.toLowerCase())
      case 'body':
        return body !== undefined && fitsBody(difference.where)
    }
  }
}

/** An arrow may be written with the keys of any keyboard. */
const arrows = (pattern: string) => pattern.replaceAll(/\s*(?:->|→)\s*/g, ' → ')

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ConfigurationError(`${name} is not JSON: ${(error as Error).message}`)
  }
}

function objectOf<Key extends string>(value: unknown, known: readonly Key[], place: string) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ConfigurationError(`${place} must be an object.`)
  }
  const unknown = Object.keys(value).find((key) => !(known as readonly string[]).includes(key))
  if (unknown !== undefined) {
    throw new ConfigurationError(`${place}: unknown key ${unknown}. Keys: ${known.join(', ')}.`)
  }
  return value as Partial<Record<Key, unknown>>
}

function listOf(value: unknown, place: string): unknown[] {
  if (value === undefined) return []
  if (Array.isArray(value)) return value
  throw new ConfigurationError(`${place} must be a list.`)
}
