import type { Check } from '../finding.ts'
import { named, pathsWhere } from '../paths.ts'

/** `views.broken` */
export const viewsAreBuilt: Check = {
  isForDeploy: false,
  find: ({ buildError }) =>
    buildError === null
      ? []
      : [
          {
            id: 'views.broken',
            severity: 'error',
            message: `The application cannot be built, so many checks were skipped: ${buildError}`,
            remedy: 'Correct it as the message says: the service does not start either.',
          },
        ],
}

/** `views.unknown` */
export const viewsAreKnown: Check = {
  isForDeploy: false,
  find: ({ views, isTried, buildError }) =>
    views !== null || !isTried || buildError !== null
      ? []
      : [
          {
            id: 'views.unknown',
            severity: 'warning',
            message: 'The views were not checked: the application is not the result of routes().',
            remedy: 'app() of the service must return the result of routes().',
          },
        ],
}

/** `authentication.order` */
export const denialsAreChallenges: Check = {
  isForDeploy: false,
  find({ views }) {
    const paths = pathsWhere(views, ({ authentication: [first, ...others] }) => {
      const hasChallenge = others.some((scheme) => scheme.challenge !== undefined)
      return first !== undefined && first.challenge === undefined && hasChallenge
    })
    if (paths.length === 0) return []
    return [
      {
        id: 'authentication.order',
        severity: 'warning',
        message: `Clients without credentials get 403 and no challenge at ${named(paths)}: the first scheme has no challenge, but a later one has.`,
        remedy:
          'Put the scheme with the challenge first if clients should get 401 and be asked to sign in.',
      },
    ]
  },
}
