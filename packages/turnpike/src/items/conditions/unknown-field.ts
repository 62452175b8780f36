import { ConfigurationError } from '../../errors/configuration-error.ts'

/** A condition names a field that the items do not have. */
export class UnknownField extends ConfigurationError {
  readonly field: string

  constructor(field: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.field = field
  }
}
