import type { CatalogueEntry, MessageCatalogue } from './catalogue.ts'
import { fill, type MessageValue, type MessageValues, TranslatableMessage } from './message.ts'

/** Translates texts into one language. */
export class Translator {
  /** The tag of the language: `pt-BR`. */
  readonly language: string
  readonly #entries = new Map<string, CatalogueEntry>()
  #plurals: Intl.PluralRules | undefined

  /** @param catalogues of two entries for a text the later one is used. */
  constructor(language: string, catalogues: readonly MessageCatalogue[]) {
    this.language = language
    for (const catalogue of catalogues) {
      for (const [template, entry] of Object.entries(catalogue)) this.#entries.set(template, entry)
    }
  }

  /** Whether it leaves every text as it is. */
  get isEmpty(): boolean {
    return this.#entries.size === 0
  }

  /** The text in the language; null if neither it nor a message within it is in a catalogue. */
  find(template: string, values?: MessageValues): string | null {
    const isKnown = this.#entries.has(template) || this.#hasWithin(values)
    return isKnown ? this.translate(template, values) : null
  }

  /** The text in the language, or in English if it is in no catalogue. */
  translate(template: string, values?: MessageValues): string {
    return this.#fill(this.#entries.get(template) ?? template, values)
  }

  #hasWithin = (values: MessageValues = {}): boolean =>
    Object.values(values).some(
      (value) =>
        value instanceof TranslatableMessage && this.find(value.template, value.values) !== null,
    )

  #fill(entry: CatalogueEntry, values: MessageValues | undefined): string {
    const template = typeof entry === 'string' ? entry : this.#form(entry, values)
    return fill(template, values, (value) =>
      value instanceof TranslatableMessage
        ? this.translate(value.template, value.values)
        : String(value),
    )
  }

  /** The form for the first number among the values, or the first text that is one. */
  #form(entry: Exclude<CatalogueEntry, string>, values: MessageValues = {}): string {
    const all = Object.values(values)
    // A text may be anything, such as the name of a user.
    const number = [...all.filter(isNumber), ...all].map(numberOf).find(Number.isFinite)
    if (number === undefined) return entry.other
    this.#plurals ??= new Intl.PluralRules(this.language)
    return entry[this.#plurals.select(number)] ?? entry.other
  }
}

const isNumber = (value: MessageValue): boolean =>
  typeof value === 'number' || typeof value === 'bigint'

const numberOf = (value: MessageValue): number =>
  isNumber(value) || /^-?\d+(?:\.\d+)?$/.test(String(value)) ? Number(value) : Number.NaN
