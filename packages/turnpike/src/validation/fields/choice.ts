import * as z from 'zod'
import { reading } from './reading.ts'

/**
 * One of the choices, strings or numbers: `choiceField(['s', 'm', 'l'])`. A number may be sent as a
 * string and a string of digits as a number, so that choices of numbers work in forms.
 */
export function choiceField<const Choice extends string | number>(
  choices: readonly Choice[],
): z.ZodLiteral<Choice> {
  const byText = new Map(choices.map((choice) => [String(choice), choice]))
  const read = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number'
      ? (byText.get(String(value)) ?? value)
      : value
  // The class infers its type from its values, which are the choices.
  const literal = z.ZodLiteral as unknown as z.core.$constructor<z.ZodLiteral<Choice>>
  return reading(literal, { type: 'literal', values: [...choices] }, { read })
}
