import { defineService } from './define-service.ts'

/**
 * The service that `turnpike serve` runs without a module: accounts and nothing else. POST a
 * username and password to `/api-token-auth/` for a token; GET `/whoami/` to see whose it is. Staff
 * sign in at `/login/` and administer the accounts at `/admin/`.
 */
export const defaultService = defineService({
  name: 'accounts',

  async app(context) {
    // Imported on demand: other applications do not need these pages.
    const { defaultApp } = await import('./default-app.ts')
    return defaultApp(context)
  },
})
