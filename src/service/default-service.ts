import { defineService } from './define-service.ts'

/**
 * The service that `turnpike serve` runs when it is given no module: accounts and nothing else.
 * POST a username and password to `/api-token-auth/` for a token; GET `/whoami/` to see who it
 * belongs to. Staff sign in at `/login/` and administer the accounts at `/admin/`.
 */
export const defaultService = defineService({
  name: 'accounts',

  async app(context) {
    // Loaded here: who serves an application of their own goes without these pages.
    const { defaultApp } = await import('./default-app.ts')
    return defaultApp(context)
  },
})
