/** A value for a place of a template. A message there is translated as well. */
export type MessageValue = string | number | bigint | TranslatableMessage

/** The values of a template's places, by name: `{ limit: 10 }`. */
export type MessageValues = Readonly<Record<string, MessageValue>>

/**
 * A text for people that can be translated: an English template with named places, and their
 * values.
 *
 * ```ts
 * new TranslatableMessage('nested deeper than {levels} levels.', { levels: 64 }).text
 * // nested deeper than 64 levels.
 * ```
 */
export class TranslatableMessage {
  /** The English text with its places: the key of the catalogues. */
  readonly template: string
  readonly values: MessageValues | undefined

  /** @param values default none: braces in the template then are braces. */
  constructor(template: string, values?: MessageValues) {
    this.template = template
    this.values = values
  }

  /** The English text. */
  get text(): string {
    return fill(this.template, this.values)
  }
}

/** A place in a template: a name in braces. */
export const place = /\{(\w+)\}/g

/** The text with the values in their places. A place without a value stays as it is. */
export const fill = (
  template: string,
  values: MessageValues | undefined,
  show: (value: MessageValue) => string = shown,
): string =>
  values === undefined
    ? template
    : template.replace(place, (written, name: string) => {
        const value = Object.hasOwn(values, name) ? values[name] : undefined
        return value === undefined ? written : show(value)
      })

const shown = (value: MessageValue): string =>
  value instanceof TranslatableMessage ? value.text : String(value)

/** The names of the places in a template, sorted. */
export const placesOf = (template: string): string[] =>
  [...new Set([...template.matchAll(place)].map(([, name = '']) => name))].sort()
