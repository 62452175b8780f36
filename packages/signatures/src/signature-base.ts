import { type InnerList, type Parameters, serializeInnerList } from 'structured-headers'
import { type Component, identifierOf } from './component.ts'
import { componentReader, type SignedMessage, type StructuredFields } from './component-value.ts'

/** A list of components and the parameters of their signature, as in `Signature-Input`. */
export const signatureInput = (
  components: readonly Component[],
  parameters: Parameters,
): InnerList => [components.map(({ name, parameters: own }) => [name, own]), parameters]

/**
 * The text that is signed (RFC 9421 §2.5): a line for each component, and one for the parameters.
 *
 * @throws SignatureFailure when the message does not have one of the components.
 */
export function signatureBase(
  message: SignedMessage,
  components: readonly Component[],
  parameters: Parameters,
  structuredFields: StructuredFields,
): string {
  const read = componentReader(message, structuredFields)
  const lines = components.map((component) => `${identifierOf(component)}: ${read(component)}`)
  const input = serializeInnerList(signatureInput(components, parameters))
  return [...lines, `"@signature-params": ${input}`].join('\n')
}
