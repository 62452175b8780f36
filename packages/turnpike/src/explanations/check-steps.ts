import { TranslatableMessage } from '../languages/message.ts'
import type { Permission } from '../permissions/permission.ts'
import { policyName } from '../rules/policy-name.ts'
import type { View } from '../views/view.ts'
import type { PermissionStep, ThrottleStep } from './explanation.ts'
import type { PermissionRecord, Recording } from './recorded/recording.ts'
import { saidBy } from './said-by.ts'

/** The answers of the view's permissions: about the request in their order, then about items. */
export function permissionSteps(
  { permissions }: View,
  records: readonly PermissionRecord[],
): PermissionStep[] {
  const known = records.map(({ permission, about }) => (about === 'request' ? permission : null))
  const notAsked = permissions.filter((permission) => !known.includes(permission))
  return [
    ...records.filter(({ about }) => about === 'request').map(stepOf),
    ...notAsked.map(unaskedStep),
    ...records.filter(({ about }) => about === 'item').map(stepOf),
  ]
}

const unaskedStep = (permission: Permission): PermissionStep => ({
  name: policyName(permission),
  about: 'request',
  result: 'not asked',
  said: null,
  parts: [],
})

function stepOf({ permission, about, outcome, parts }: PermissionRecord): PermissionStep {
  const step = { name: policyName(permission), about, parts: parts.map(stepOf) }
  if ('error' in outcome) return { ...step, result: 'failed', said: saidBy(outcome.error) }
  if (outcome.result) return { ...step, result: 'allowed', said: null }
  return { ...step, result: 'denied', said: messageOf(permission) }
}

/** The message of its denials, in English; null if it has none of its own. */
export const messageOf = ({ message }: Permission): string | null =>
  message instanceof TranslatableMessage ? message.text : (message ?? null)

/** The answers of the view's throttles, in their order. */
export const throttleSteps = (
  view: View,
  { throttles, notes }: Pick<Recording, 'throttles' | 'notes'>,
  method: string,
): ThrottleStep[] =>
  view.throttles.map((throttle, index) => {
    const record = throttles[index]
    const step: ThrottleStep = {
      name: policyName(throttle),
      result: 'not asked',
      scope: null,
      limits: throttle.describe?.(view, method) ?? null,
      remaining: null,
      wait: null,
      said: notes.get(throttle) ?? null,
    }
    if (record === undefined) return step
    const { outcome } = record
    if ('error' in outcome) return { ...step, result: 'failed', said: saidBy(outcome.error) }
    const { result: decision } = outcome
    const scope = decision.policy?.name ?? null
    return decision.allowed
      ? { ...step, result: 'allowed', scope, remaining: decision.remaining ?? null }
      : { ...step, result: 'denied', scope, remaining: 0, wait: decision.wait }
  })
