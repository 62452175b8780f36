/** Permissions and groups in Django's tables. @module */
export {
  type DjangoModelPermissionsOptions,
  djangoModelPermissions,
  type MethodPermissions,
} from './model-permissions.ts'
export {
  type DjangoPermissions,
  type DjangoPermissionsOptions,
  djangoPermissions,
} from './permissions.ts'
