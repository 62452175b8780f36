import { ErrorMessage } from '../errors/error-detail.ts'

/**
 * The messages for invalid data. Texts and codes are those of Django REST framework, so that
 * clients and their translations keep working.
 */
export const messages = {
  required: new ErrorMessage('This field is required.', 'required'),
  null: new ErrorMessage('This field may not be null.', 'null'),
  noData: new ErrorMessage('No data provided', 'null'),
  tooDeep: invalid('The data is nested too deeply.'),
  unknownField: new ErrorMessage('This field is not expected.', 'unknown_field'),
  invalid: invalid('Invalid input.'),

  notAString: invalid('Not a valid string.'),
  blank: new ErrorMessage('This field may not be blank.', 'blank'),
  maxLength: (limit: Limit) =>
    new ErrorMessage(`Ensure this field has no more than ${limit} characters.`, 'max_length'),
  minLength: (limit: Limit) =>
    new ErrorMessage(`Ensure this field has at least ${limit} characters.`, 'min_length'),
  nullCharacters: new ErrorMessage(
    'Null characters are not allowed.',
    'null_characters_not_allowed',
  ),
  /** The surrogate as hexadecimal digits: `D800`. */
  surrogateCharacters: (surrogate: string) =>
    new ErrorMessage(
      `Surrogate characters are not allowed: U+${surrogate}.`,
      'surrogate_characters_not_allowed',
    ),

  notAnInteger: invalid('A valid integer is required.'),
  notANumber: invalid('A valid number is required.'),
  numberTooLong: new ErrorMessage('String value too large.', 'max_string_length'),
  maxValue: (limit: Limit) =>
    new ErrorMessage(`Ensure this value is less than or equal to ${limit}.`, 'max_value'),
  minValue: (limit: Limit) =>
    new ErrorMessage(`Ensure this value is greater than or equal to ${limit}.`, 'min_value'),
  lessThan: (limit: Limit) =>
    new ErrorMessage(`Ensure this value is less than ${limit}.`, 'max_value'),
  greaterThan: (limit: Limit) =>
    new ErrorMessage(`Ensure this value is greater than ${limit}.`, 'min_value'),
  multipleOf: (step: Limit) =>
    new ErrorMessage(`Ensure this value is a multiple of ${step}.`, 'step_size'),
  maxDigits: (limit: Limit) =>
    new ErrorMessage(`Ensure that there are no more than ${limit} digits in total.`, 'max_digits'),
  maxDecimalPlaces: (limit: Limit) =>
    new ErrorMessage(
      `Ensure that there are no more than ${limit} decimal places.`,
      'max_decimal_places',
    ),
  maxWholeDigits: (limit: Limit) =>
    new ErrorMessage(
      `Ensure that there are no more than ${limit} digits before the decimal point.`,
      'max_whole_digits',
    ),

  notABoolean: invalid('Must be a valid boolean.'),
  notAnEmail: invalid('Enter a valid email address.'),
  notADateTime: invalid(
    'Datetime has wrong format. Use one of these formats instead: ' +
      'YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
  ),
  dateTimeOverflow: new ErrorMessage('Datetime value out of range.', 'overflow'),
  notADate: invalid('Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'),
  notATime: invalid(
    'Time has wrong format. Use one of these formats instead: hh:mm[:ss[.uuuuuu]].',
  ),
  notAUrl: invalid('Enter a valid URL.'),
  notAUuid: invalid('Must be a valid UUID.'),
  /** The name of a format: `IPv4 address`. */
  notAFormat: (name: string) => invalid(`Enter a valid ${name}.`),
  invalidChoice: (choice: string) =>
    new ErrorMessage(`"${choice}" is not a valid choice.`, 'invalid_choice'),

  notAList: (type: string) =>
    new ErrorMessage(`Expected a list of items but got type "${type}".`, 'not_a_list'),
  empty: new ErrorMessage('This list may not be empty.', 'empty'),
  maxElements: (limit: Limit) =>
    new ErrorMessage(`Ensure this field has no more than ${limit} elements.`, 'max_length'),
  minElements: (limit: Limit) =>
    new ErrorMessage(`Ensure this field has at least ${limit} elements.`, 'min_length'),
  notAnObject: (type: string) => invalid(`Invalid data. Expected a dictionary, but got ${type}.`),

  notAFile: invalid('Not a valid file.'),
  maxBytes: (limit: Limit) =>
    new ErrorMessage(`Ensure this file has no more than ${limit} bytes.`, 'max_length'),
  minBytes: (limit: Limit) =>
    new ErrorMessage(`Ensure this file has at least ${limit} bytes.`, 'min_length'),
} as const

type Limit = number | bigint | string

function invalid(text: string): ErrorMessage {
  return new ErrorMessage(text, 'invalid')
}

/**
 * The name of a value's type in JSON: `string`, `number`, `boolean`, `array`, `object` or `null`.
 */
export function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
