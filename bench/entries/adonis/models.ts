import { DbAccessTokensProvider } from '@adonisjs/auth/access_tokens'
import { BaseModel, column } from '@adonisjs/lucid/orm'

export class Account extends BaseModel {
  static override table = 'account'
  static accessTokens = DbAccessTokensProvider.forModel(Account)

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare username: string

  @column()
  declare email: string

  @column()
  declare isStaff: number
}

export class Note extends BaseModel {
  static override table = 'note'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare title: string

  @column()
  declare priority: number

  @column()
  declare created: string
}
