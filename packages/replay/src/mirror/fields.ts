import type { HeaderField } from '../reading/recorded-request.ts'

/** Those that are of one connection; Node writes those of the other. */
export const ofRequest = /^(?:connection|keep-alive|proxy-connection|te|upgrade)$/i

/** A client of HTTP/1.0 cannot read chunks. */
export const ofAnswer = /^(?:connection|keep-alive|proxy-connection|te|transfer-encoding|upgrade)$/i

/**
 * Fields that frame and route a message, or say who sends it. Without them the old service would
 * read another request than the client has sent.
 */
const ofTheWholeWay =
  /^(?:host|content-.+|transfer-encoding|trailer|expect|authorization|cookie|forwarded|via|x-forwarded-.+|x-real-ip|(?:x-)?remote-user)$/

/** An end-to-end field that `Connection` names as one of the connection; null if there is none. */
export const misnamedField = (fields: readonly HeaderField[]): string | null =>
  namedFields(fields).find((name) => ofTheWholeWay.test(name)) ?? null

/** Without the fields of the connection, and those that its sender names as such. */
export function passedFields(fields: readonly HeaderField[], left: RegExp): HeaderField[] {
  const named = namedFields(fields)
  return fields.filter(([name]) => !left.test(name) && !named.includes(name.toLowerCase()))
}

/** The fields that `Connection` names (RFC 9110 §7.6.1). */
const namedFields = (fields: readonly HeaderField[]): string[] =>
  fields
    .filter(([name]) => /^connection$/i.test(name))
    .flatMap(([, value]) =>
      value
        .toLowerCase()
        .split(',')
        .map((name) => name.trim()),
    )

/** Whether a request with these fields has a body (RFC 9112 §6.3). */
export const hasBody = (fields: readonly HeaderField[]): boolean =>
  fields.some(
    ([name, value]) =>
      /^transfer-encoding$/i.test(name) || (/^content-length$/i.test(name) && Number(value) > 0),
  )
