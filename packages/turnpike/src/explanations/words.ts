import { statusLine } from '../http/syntax/reason-phrases.ts'
import type { Explanation, PermissionStep, SchemeStep, ThrottleStep } from './explanation.ts'

/** The reason and the advice on one line. */
export const summaryOf = ({ reason, advice }: Explanation): string => [reason, ...advice].join(' ')

/** The whole explanation for people, in several lines. */
export function inWords(explanation: Explanation): string {
  const { method, path, view, status, refusedBy, reason, advice } = explanation
  const verdict = status === null ? 'allowed' : `${statusLine(status)}, by the ${refusedBy}`
  return [
    `${method} ${path} (${view}): ${verdict}`,
    reason,
    ...advice.map((sentence) => `→ ${sentence}`),
    ...section('Schemes', explanation.schemes.map(schemeLine)),
    ...section('Permissions', explanation.permissions.flatMap(permissionLines)),
    ...section('Throttles', explanation.throttles.map(throttleLine)),
  ].join('\n')
}

const section = (title: string, lines: readonly string[]): string[] => [
  '',
  title,
  ...(lines.length > 0 ? lines : ['none']).map((line) => `  ${line}`),
]

const schemeLine = ({ name, result, said, user, credential }: SchemeStep): string =>
  `${name}: ${result}${user === undefined ? '' : ` as user ${user}`}${
    credential === undefined ? '' : `, credentials ${credential}`
  }${said === null ? '' : `: ${said}`}`

function permissionLines({ name, about, result, said, parts }: PermissionStep): string[] {
  const subject = about === 'item' ? ' for the item' : ''
  return [
    `${name}${subject}: ${result}${said === null ? '' : `: ${said}`}`,
    ...parts.flatMap(permissionLines).map((line) => `  ${line}`),
  ]
}

function throttleLine({
  name,
  result,
  scope,
  limits,
  remaining,
  wait,
  said,
}: ThrottleStep): string {
  const facts = [
    ...(scope === null ? [] : [`scope ${scope}`]),
    ...(limits === null ? [] : [limits]),
    ...(result === 'allowed' && remaining !== null ? [`${remaining} remaining`] : []),
    ...(wait === null ? [] : [`wait ${Math.ceil(wait)} seconds`]),
  ]
  const more = facts.length > 0 ? ` (${facts.join(', ')})` : ''
  return `${name}: ${result}${more}${said === null ? '' : `: ${said}`}`
}
