import type { Check } from './finding.ts'

/** `hosts.open` */
export const hostsAreNamed: Check = {
  isForDeploy: true,
  find({ views, config }) {
    const settings = views?.size
      ? [...views.values()].map((view) => view.settings)
      : [config.settings]
    const isOpen = settings.some(
      ({ ALLOWED_HOSTS = null, BASE_URL = null }) =>
        BASE_URL === null && (ALLOWED_HOSTS === null || ALLOWED_HOSTS.includes('*')),
    )
    if (!isOpen) return []
    return [
      {
        id: 'hosts.open',
        severity: 'error',
        message:
          'Links in responses contain any host that a client sends, and a cache may serve them to others.',
        remedy:
          'Set ALLOWED_HOSTS to the names of the service, or BASE_URL=https://api.example.com.',
      },
    ]
  },
}
