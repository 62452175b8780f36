import type { View } from 'turnpike'
import type { Check } from './finding.ts'
import { named, pathsWhere } from './paths.ts'

/** `transport.cookies`: the server itself uses http, so only a trusted proxy can report https. */
export const cookiesAreSecure: Check = {
  isForDeploy: true,
  find({ views }) {
    const paths = pathsWhere(
      views,
      (view) => usesCookies(view) && view.settings.TRUSTED_PROXIES.length === 0,
    )
    if (paths.length === 0) return []
    return [
      {
        id: 'transport.cookies',
        severity: 'error',
        message: `Cookies are sent without Secure by ${named(paths)}: no trusted proxy reports which requests came over https.`,
        remedy:
          'Set TRUSTED_PROXIES to the address of the proxy that ends TLS and sends X-Forwarded-Proto.',
      },
    ]
  },
}

/** `transport.plain` */
export const credentialsAreEncrypted: Check = {
  isForDeploy: true,
  find({ views }) {
    const paths = pathsWhere(views, (view) => readsAuthorization(view) && !saysTls(view))
    if (paths.length === 0) return []
    return [
      {
        id: 'transport.plain',
        severity: 'error',
        message: `Basic and Token credentials may travel in clear text to ${named(paths)}: no setting says that a proxy with TLS is in front.`,
        remedy:
          'Put a proxy that ends TLS in front, and set BASE_URL=https://… or TRUSTED_PROXIES.',
      },
    ]
  },
}

const usesCookies = ({ page, authentication }: View) =>
  page === 'login' || authentication.some(({ vary = [] }) => vary.includes('Cookie'))

const readsAuthorization = ({ authentication }: View) =>
  authentication.some(({ vary = [] }) => vary.includes('Authorization'))

const saysTls = ({ settings: { BASE_URL, TRUSTED_PROXIES } }: View) =>
  BASE_URL === null ? TRUSTED_PROXIES.length > 0 : BASE_URL.startsWith('https:')
