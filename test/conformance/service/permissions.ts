import {
  allowAny,
  isAdminUser,
  isAuthenticated,
  isAuthenticatedOrReadOnly,
  type Permission,
} from 'turnpike'
import { NotSupported } from './not-supported.ts'

interface PermissionPolicy {
  class: string
  message?: string
  code?: string
}

/** A permission by the name that the scenarios give it. */
export function createPermission({ class: name, message, code }: PermissionPolicy): Permission {
  switch (name) {
    case 'AllowAny':
      return allowAny
    case 'IsAuthenticated':
      return isAuthenticated
    case 'IsAdminUser':
      return isAdminUser
    case 'IsAuthenticatedOrReadOnly':
      return isAuthenticatedOrReadOnly
    case 'DenyAll':
      return {
        hasPermission: () => false,
        ...(message !== undefined && { message }),
        ...(code !== undefined && { code }),
      }
    default:
      throw new NotSupported(`The permission ${name}`)
  }
}
