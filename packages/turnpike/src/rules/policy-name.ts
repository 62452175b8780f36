/**
 * The name of a policy for people: its own, that of its class, or that of the function that
 * decides. `unnamed` when it has none of them.
 */
export function policyName(policy: object): string {
  const { name, hasPermission } = policy as { name?: unknown; hasPermission?: unknown }
  const names = [
    name,
    policy.constructor === Object ? '' : policy.constructor?.name,
    typeof hasPermission === 'function' ? hasPermission.name : '',
  ]
  const own = names.find((each) => typeof each === 'string' && isOwn(each))
  return typeof own === 'string' ? own : 'unnamed'
}

const isOwn = (name: string): boolean => name !== '' && name !== 'hasPermission'
