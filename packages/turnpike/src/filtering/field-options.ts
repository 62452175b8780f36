import { ConfigurationError } from '../errors/configuration-error.ts'
import { knownOptions } from '../errors/known-options.ts'
import type { Schema } from '../http/schema.ts'
import type { ValueReader } from '../items/conditions/value-reader.ts'
import type { Rule } from '../rules/rule.ts'
import { text, trueOrFalse } from '../rules/text.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import type { FieldReaders } from './filter.ts'

/** The query parameter of a filter. */
export interface FilterParameterOption {
  /**
   * The name of the parameter, or what stands before its `__`. Default the name of the field.
   */
  parameter?: string
}

/** The suffixes of a filter's parameters; any text if they have a name of their own. */
export type SuffixOf<Options, Suffix extends string> = Options extends { parameter: string }
  ? string
  : Suffix

export interface SchemaOption {
  /** The schema of the field's values. Default as in the view's `answers` or `schema`. */
  schema?: Schema
}

export interface ListOption {
  /** Maximum number of values in one parameter. Default 100. */
  maxValues?: number
}

export interface TrimOption {
  /**
   * Whether blanks around a text are left out, so that a blank text is not a value. Default true.
   */
  trim?: boolean
}

/** How the text of a field is compared. */
export interface TextFilterOptions extends FilterParameterOption, TrimOption {}

/** How a field is compared. */
export interface FieldFilterOptions extends FilterParameterOption, SchemaOption {}

/** How a field is compared with one value, which may be a text. */
export interface ExactFilterOptions extends FieldFilterOptions, TrimOption {}

/** How a field is compared with several values. */
export interface InFilterOptions extends ExactFilterOptions, ListOption {}

const isSchema = (value: unknown): value is Schema =>
  typeof Object(value)['~standard']?.validate === 'function'

const schemaRule: Rule<Schema> = { expected: 'a schema, such as integerField()', accepts: isSchema }

/** The rules of the options by name. */
export const rules = {
  parameter: text,
  schema: schemaRule,
  maxValues: wholeNumber({ least: 1 }),
  trim: trueOrFalse,
}

/** Checks the options of a factory, which may be a schema alone. */
export function optionsOf<Options extends SchemaOption>(
  { require }: ReturnType<typeof knownOptions<Options>>,
  given: Schema | Options,
): Options {
  const options = isSchema(given) ? ({ schema: given } as Options) : given
  require(options)
  return options
}

export const fieldFilterOptions = /* @__NO_SIDE_EFFECTS__ */ (factory: string) =>
  knownOptions<FieldFilterOptions>(factory, { parameter: rules.parameter, schema: rules.schema })

/**
 * The reader of a field's values: by the filter's own schema, or else by those of the view.
 *
 * @param factory the filter: `exactFilter`.
 * @throws ConfigurationError when nothing says what the values are.
 */
export function requireReader(
  factory: string,
  field: string,
  schema: Schema | undefined,
  { place, of, field: byView }: FieldReaders,
): ValueReader {
  const reader = schema ? of(schema) : byView
  if (reader !== null) return reader
  throw new ConfigurationError(
    schema
      ? `${place} has a schema whose values cannot be compared: give ${factory}() that of a ` +
          'number, a text, a boolean or a moment, such as integerField().'
      : `${place} needs to know what the values of the field ${field} are: write it, as in ` +
          `${factory}(integerField()), or give the view answers with this field.`,
  )
}
