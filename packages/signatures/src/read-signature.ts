import {
  type Dictionary,
  type InnerList,
  isInnerList,
  type Parameters,
  parseDictionary,
} from 'structured-headers'
import { type RequestHeaders, TranslatableMessage } from 'turnpike'
import { splitOutsideQuotes } from 'turnpike/kit'
import { type Component, componentsOf } from './component.ts'
import { insufficient, malformed } from './signature-failure.ts'

/** A signature as it was sent, not verified yet. */
export interface SentSignature {
  readonly label: string
  readonly components: readonly Component[]
  readonly parameters: Parameters
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Which of several signatures is meant; undefined means any. */
export interface SignatureChoice {
  label: string | undefined
  tag: string | undefined
}

/**
 * The signature of a request (RFC 9421 §4), or null when it has none with the label and the tag.
 * Signatures with others are somebody else's, such as those of a proxy.
 *
 * @throws SignatureFailure when it is malformed, or there are several to choose from (§3.2).
 */
export function readSignature(
  headers: RequestHeaders,
  { label, tag }: SignatureChoice,
): SentSignature | null {
  const inputField = headers.get('Signature-Input')
  const signatureField = headers.get('Signature')
  if (inputField === null && signatureField === null) return null
  if (inputField === null) throw malformed('The request has Signature, but no Signature-Input.')

  const inputs = [...readDictionary('Signature-Input', inputField)].flatMap(([each, member]) => {
    if (!isInnerList(member)) throw malformed('A member of Signature-Input is not a list.')
    const isMeant = label === undefined || each === label
    const hasTag = tag === undefined || member[1].get('tag') === tag
    return isMeant && hasTag ? [{ label: each, input: member }] : []
  })
  const [first, second] = inputs
  if (first === undefined) {
    if (label !== undefined || tag !== undefined) return null
    throw malformed('Signature-Input is empty.')
  }
  if (second !== undefined) {
    throw insufficient(
      new TranslatableMessage('The request has {count} signatures that could be meant. Send one.', {
        count: inputs.length,
      }),
    )
  }
  return withBytes(first, signatureField)
}

function withBytes(
  { label, input }: { label: string; input: InnerList },
  signatureField: string | null,
): SentSignature {
  const [value] = readDictionary('Signature', signatureField ?? '').get(label) ?? []
  if (!(value instanceof ArrayBuffer)) {
    throw malformed(
      new TranslatableMessage('The request has no Signature with the label {label}.', { label }),
    )
  }
  const [, parameters] = input
  return { label, components: componentsOf(input), parameters, bytes: new Uint8Array(value) }
}

/** A repeated key is refused: programs disagree about which of them counts. */
function readDictionary(field: string, value: string): Dictionary {
  let dictionary: Dictionary
  try {
    dictionary = parseDictionary(value)
  } catch {
    throw malformed(
      new TranslatableMessage('{field} is not a dictionary of structured fields.', { field }),
    )
  }
  if (dictionary.size > 0 && splitOutsideQuotes(value, ',').length > dictionary.size) {
    throw malformed(new TranslatableMessage('{field} has a label twice.', { field }))
  }
  return dictionary
}
