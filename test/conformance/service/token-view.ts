import { obtainToken, type ViewOptions } from 'turnpike'
import type { ScenarioAccounts } from './accounts.ts'
import type { AnyView } from './view.ts'

/** The token-issuing endpoint. */
export interface TokenView extends AnyView {
  kind: 'token'
  /** Further fields of the answer. */
  extra_fields?: ('user_id' | 'email')[]
}

export const tokenIssuing = (
  { extra_fields = [] }: TokenView,
  { users, tokens }: ScenarioAccounts,
): ViewOptions =>
  obtainToken({
    users,
    tokens,
    extraFields: ({ user }) => {
      const fields = { user_id: user.pk, email: user.email }
      return Object.fromEntries(extra_fields.map((name) => [name, fields[name]]))
    },
  })
