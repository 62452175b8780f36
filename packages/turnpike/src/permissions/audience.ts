import type { Audience, Permission } from './permission.ts'

/** The audience that all of the permissions allow. */
export function audienceOfAll(permissions: readonly Permission[], method: string): Audience {
  const audiences = permissions.map((permission) => audienceOf(permission, method))
  if (audiences.every((audience) => audience === 'everybody')) return 'everybody'
  if (audiences.every((audience) => audience === 'everybody' || audience === 'users')) {
    return 'users'
  }
  const needsUser = audiences.some((audience) => audience === 'users' || audience === 'some-users')
  return needsUser ? 'some-users' : 'unknown'
}

/** The audience that at least one of the permissions allows. */
export function audienceOfAny(permissions: readonly Permission[], method: string): Audience {
  const audiences = permissions.map((permission) => audienceOf(permission, method))
  if (audiences.includes('everybody')) return 'everybody'
  if (audiences.includes('unknown')) return 'unknown'
  return audiences.includes('users') ? 'users' : 'some-users'
}

const audienceOf = ({ audience }: Permission, method: string): Audience =>
  audience?.(method) ?? 'unknown'
