import { isObject } from 'turnpike/kit'
import { deepFreeze } from './deep-freeze.ts'

/** Who acts for the user of a delegated token (RFC 8693 §4.1): an agent, another service. */
export interface Actor {
  /** The `sub` of the actor; null if it has none. */
  readonly subject: string | null
  /** The issuer that the subject belongs to; null for that of the token. */
  readonly issuer: string | null
  /** The `client_id` of the actor; null if it has none. */
  readonly clientId: string | null
  /** All that the token says of the actor. */
  readonly claims: Readonly<Record<string, unknown>>
  /**
   * Who acted before this actor; null if nobody did. It is history, and no reason to allow anything
   * (RFC 8693 §4.1).
   */
  readonly actor: Actor | null
}

/** Most actors in a row. */
const maxActors = 10

/**
 * The actor in a claim `act`; null if there is no such claim. Undefined if it cannot be read: it is
 * not an object that names somebody, or has a member of the wrong type. The token must then be
 * refused, because who has sent it is unknown.
 */
export function actorIn(act: unknown): Actor | null | undefined {
  if (act === undefined) return null
  return readActor(act, 1)
}

function readActor(act: unknown, place: number): Actor | undefined {
  if (!isObject(act) || place > maxActors) return undefined
  const { sub, iss, client_id: clientId, act: before } = act
  const texts = [sub, iss, clientId]
  if (texts.some((text) => text !== undefined && (typeof text !== 'string' || text === ''))) {
    return undefined
  }
  if (sub === undefined && clientId === undefined) return undefined
  const actor = before === undefined ? null : readActor(before, place + 1)
  if (actor === undefined) return undefined
  return deepFreeze({
    subject: textOf(sub),
    issuer: textOf(iss),
    clientId: textOf(clientId),
    claims: act,
    actor,
  })
}

const textOf = (claim: unknown): string | null => (typeof claim === 'string' ? claim : null)
