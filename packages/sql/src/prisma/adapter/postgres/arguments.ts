import type { ToArgument } from '../capture.ts'

/** Converts Prisma's arguments to values of `pg` as `@prisma/adapter-pg` does. */
export const postgresArgument: ToArgument = (value, type) => {
  if (Array.isArray(value) && type.arity === 'list') {
    return value.map((each) => postgresArgument(each, type))
  }
  if (value instanceof Date) return moment(value, type.dbType)
  if (typeof value !== 'string') return value
  if (type.scalarType === 'datetime') return moment(new Date(value), type.dbType)
  return type.scalarType === 'bytes' ? Buffer.from(value, 'base64') : value
}

/** In UTC and without a zone, as Prisma stores and reads it. */
function moment(date: Date, dbType: string | undefined): string {
  const [day = '', time = ''] = date.toISOString().replace('Z', '').split('T')
  if (dbType === 'DATE') return day
  return dbType === 'TIME' || dbType === 'TIMETZ' ? time : `${day} ${time}`
}
