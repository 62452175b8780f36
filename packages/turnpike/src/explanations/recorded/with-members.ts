/**
 * The object with other members. Its own methods are called on itself, because it may be an
 * instance of a class with private fields. Members that it does not have are absent.
 */
export function withMembers<Policy extends object>(
  policy: Policy,
  members: Partial<Policy>,
): Policy {
  // An empty target: a frozen one would have to keep its members.
  return new Proxy({} as Policy, {
    has: (_, name) => name in policy,
    get(_, name) {
      if (Object.hasOwn(members, name)) return Reflect.get(members, name)
      const own: unknown = Reflect.get(policy, name)
      return typeof own === 'function' && name !== 'constructor' ? own.bind(policy) : own
    },
  })
}
