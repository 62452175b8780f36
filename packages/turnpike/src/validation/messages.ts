import { ErrorMessage } from '../errors/error-detail.ts'

/**
 * The messages for invalid data. Texts and codes are those of Django REST framework, so that
 * clients and their translations keep working.
 */
export const messages = {
  required: new ErrorMessage('This field is required.', 'required'),
  null: new ErrorMessage('This field may not be null.', 'null'),
  noData: new ErrorMessage('No data provided', 'null'),
  tooDeep: new ErrorMessage('The data is nested too deeply.', 'invalid'),
  unknownField: new ErrorMessage('This field is not expected.', 'unknown_field'),
  invalid: new ErrorMessage('Invalid input.', 'invalid'),

  notAString: new ErrorMessage('Not a valid string.', 'invalid'),
  blank: new ErrorMessage('This field may not be blank.', 'blank'),
  maxLength: (limit: Limit) =>
    new ErrorMessage('Ensure this field has no more than {limit} characters.', 'max_length', {
      limit,
    }),
  minLength: (limit: Limit) =>
    new ErrorMessage('Ensure this field has at least {limit} characters.', 'min_length', { limit }),
  nullCharacters: new ErrorMessage(
    'Null characters are not allowed.',
    'null_characters_not_allowed',
  ),
  /** The surrogate as hexadecimal digits: `D800`. */
  surrogateCharacters: (surrogate: string) =>
    new ErrorMessage(
      'Surrogate characters are not allowed: U+{surrogate}.',
      'surrogate_characters_not_allowed',
      { surrogate },
    ),

  notAnInteger: new ErrorMessage('A valid integer is required.', 'invalid'),
  notANumber: new ErrorMessage('A valid number is required.', 'invalid'),
  numberTooLong: new ErrorMessage('String value too large.', 'max_string_length'),
  maxValue: (limit: Limit) =>
    new ErrorMessage('Ensure this value is less than or equal to {limit}.', 'max_value', { limit }),
  minValue: (limit: Limit) =>
    new ErrorMessage('Ensure this value is greater than or equal to {limit}.', 'min_value', {
      limit,
    }),
  lessThan: (limit: Limit) =>
    new ErrorMessage('Ensure this value is less than {limit}.', 'max_value', { limit }),
  greaterThan: (limit: Limit) =>
    new ErrorMessage('Ensure this value is greater than {limit}.', 'min_value', { limit }),
  multipleOf: (step: Limit) =>
    new ErrorMessage('Ensure this value is a multiple of {step}.', 'step_size', { step }),
  maxDigits: (limit: Limit) =>
    new ErrorMessage('Ensure that there are no more than {limit} digits in total.', 'max_digits', {
      limit,
    }),
  maxDecimalPlaces: (limit: Limit) =>
    new ErrorMessage(
      'Ensure that there are no more than {limit} decimal places.',
      'max_decimal_places',
      { limit },
    ),
  maxWholeDigits: (limit: Limit) =>
    new ErrorMessage(
      'Ensure that there are no more than {limit} digits before the decimal point.',
      'max_whole_digits',
      { limit },
    ),

  notABoolean: new ErrorMessage('Must be a valid boolean.', 'invalid'),
  notAnEmail: new ErrorMessage('Enter a valid email address.', 'invalid'),
  notADateTime: new ErrorMessage(
    'Datetime has wrong format. Use one of these formats instead: ' +
      'YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
    'invalid',
  ),
  dateTimeOverflow: new ErrorMessage('Datetime value out of range.', 'overflow'),
  notADate: new ErrorMessage(
    'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.',
    'invalid',
  ),
  notATime: new ErrorMessage(
    'Time has wrong format. Use one of these formats instead: hh:mm[:ss[.uuuuuu]].',
    'invalid',
  ),
  notAUrl: new ErrorMessage('Enter a valid URL.', 'invalid'),
  notAUuid: new ErrorMessage('Must be a valid UUID.', 'invalid'),
  notAnIpv4Address: new ErrorMessage('Enter a valid IPv4 address.', 'invalid'),
  notAnIpv6Address: new ErrorMessage('Enter a valid IPv6 address.', 'invalid'),
  notADuration: new ErrorMessage('Enter a valid duration.', 'invalid'),
  notAPhoneNumber: new ErrorMessage('Enter a valid phone number.', 'invalid'),
  notOfTheFormat: new ErrorMessage('Enter a valid value.', 'invalid'),
  invalidChoice: (choice: string) =>
    new ErrorMessage('"{choice}" is not a valid choice.', 'invalid_choice', { choice }),

  notAList: (type: string) =>
    new ErrorMessage('Expected a list of items but got type "{type}".', 'not_a_list', { type }),
  empty: new ErrorMessage('This list may not be empty.', 'empty'),
  maxElements: (limit: Limit) =>
    new ErrorMessage('Ensure this field has no more than {limit} elements.', 'max_length', {
      limit,
    }),
  minElements: (limit: Limit) =>
    new ErrorMessage('Ensure this field has at least {limit} elements.', 'min_length', { limit }),
  notAnObject: (type: string) =>
    new ErrorMessage('Invalid data. Expected a dictionary, but got {type}.', 'invalid', { type }),

  notAFile: new ErrorMessage('Not a valid file.', 'invalid'),
  maxBytes: (limit: Limit) =>
    new ErrorMessage('Ensure this file has no more than {limit} bytes.', 'max_length', { limit }),
  minBytes: (limit: Limit) =>
    new ErrorMessage('Ensure this file has at least {limit} bytes.', 'min_length', { limit }),
} as const

type Limit = number | bigint | string

/**
 * The name of a value's type in JSON: `string`, `number`, `boolean`, `array`, `object` or `null`.
 */
export function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
