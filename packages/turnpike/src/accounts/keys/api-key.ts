import { TranslatableMessage } from '../../languages/message.ts'
import type { Scoped } from '../scopes.ts'
import type { User } from '../user.ts'

/** An API key, without its secret. A user may have any number of them. */
export interface ApiKey<U extends User = User> extends Scoped {
  /** Identifies the key in URLs. It is not secret. */
  readonly id: string
  /** The purpose of the key, as its owner named it. */
  readonly name: string
  /** The first characters of the key, by which people recognise it: `tk_3fHq2Z`. */
  readonly prefix: string
  readonly created: Date
  /** From then on it is invalid. Null means never. */
  readonly expires: Date | null
  /** To the minute, and recorded a moment later. Null if never used. */
  readonly lastUsed: Date | null
  /**
   * Addresses and CIDR ranges from which it may be used: `['10.0.0.0/8']`. Null means all
   * addresses.
   */
  readonly allowedAddresses: readonly string[] | null
  /** Requests with the key act as this user. */
  readonly user: U
}

/** The data of a new API key. */
export interface NewApiKey {
  /** 1 to 100 characters, without control characters and without blanks around. */
  name: string
  /** At most 100, such as `notes:read`. Empty allows nothing that needs a scope. */
  scopes: readonly string[]
  /** In the future. Null means never. Default the default lifetime of the store. */
  expires?: Date | null | undefined
  /** 1 to 100 addresses and CIDR ranges. Null means all addresses. Default null. */
  allowedAddresses?: readonly string[] | null | undefined
}

/** A new API key with its secret. It cannot be read again later. */
export interface IssuedApiKey<U extends User = User> {
  readonly apiKey: ApiKey<U>
  /**
   * The text that clients send: `tk_` with 36 letters and digits. Anyone who has it can use the
   * key.
   */
  readonly key: string
}

/** A field of a new API key is invalid. The message says which and why. */
export class InvalidApiKey extends Error {
  override readonly name = 'InvalidApiKey'
  /** The invalid field, for a form. */
  readonly field: keyof NewApiKey
  /** The message, for translation. */
  readonly translatable: TranslatableMessage

  constructor(
    message: string | TranslatableMessage,
    field: keyof NewApiKey,
    options?: ErrorOptions,
  ) {
    const translatable = typeof message === 'string' ? new TranslatableMessage(message) : message
    super(translatable.text, options)
    this.field = field
    this.translatable = translatable
  }
}
