import type { ApiRequest } from '../../http/request.ts'
import { combinationOf } from '../../permissions/combine.ts'
import type { Meets, Permission } from '../../permissions/permission.ts'
import { type PermissionRecord, recordOutcome } from './recording.ts'
import { withMembers } from './with-members.ts'

/** Gets the records, in the order in which the permissions have decided. */
export interface PermissionRecorder {
  /** Pages ask what else the sender may do, with requests of their own. */
  isConcerned(request: ApiRequest): boolean
  add(record: PermissionRecord): void
}

/** The permission, recording what it says. So do the parts of a combination. */
export function recordedPermission(
  permission: Permission,
  recorder: PermissionRecorder,
): Permission {
  function ask(
    about: PermissionRecord['about'],
    decide: object,
    request: ApiRequest,
    question: (asked: Permission) => boolean | Promise<boolean>,
  ): boolean | Promise<boolean> {
    if (!recorder.isConcerned(request)) return question(permission)
    const parts: PermissionRecord[] = []
    const asked = withRecordedParts(permission, decide, { ...recorder, add: addTo(parts) })
    return recordOutcome(
      () => question(asked),
      (outcome) => recorder.add({ permission, about, outcome, parts }),
    )
  }

  const { hasPermission, hasObjectPermission } = permission
  return withMembers(permission, {
    hasPermission: (request) =>
      ask('request', hasPermission, request, (asked) => asked.hasPermission(request)),
    ...(hasObjectPermission && {
      hasObjectPermission: (request: ApiRequest, item: unknown, meets?: Meets) =>
        ask('item', hasObjectPermission, request, (asked) =>
          // A combination made again has it, like the permission itself.
          (asked.hasObjectPermission ?? hasObjectPermission).call(asked, request, item, meets),
        ),
    }),
  })
}

const addTo = (records: PermissionRecord[]) => (record: PermissionRecord) =>
  void records.push(record)

/** A combination is made again, of recorded parts. */
function withRecordedParts(
  permission: Permission,
  decide: object,
  recorder: PermissionRecorder,
): Permission {
  const combination = combinationOf(decide)
  if (combination === undefined) return permission
  return combination.combine(...combination.parts.map((part) => recordedPermission(part, recorder)))
}
