import type { User } from 'turnpike'
import type { UserColumns } from './django-database.ts'

/** The primary key of a user as Django writes it into sessions and tokens: UUIDs with hyphens. */
export const pkText = ({ pkType }: UserColumns, { pk }: Pick<User, 'pk'>): string =>
  pkType === 'uuid'
    ? `${pk}`.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    : `${pk}`
