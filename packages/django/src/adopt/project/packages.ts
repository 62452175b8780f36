/** Apps of Django and of its packages, by their labels: their tables are not the project's. */
const packages: readonly string[] = [
  ...['admin', 'admin_interface', 'auditlog', 'auth', 'authtoken', 'axes', 'contenttypes'],
  ...['django_apscheduler', 'django_celery_beat', 'django_celery_results', 'django_q', 'django_rq'],
  ...['easy_thumbnails', 'flatpages', 'guardian', 'knox', 'oauth2_provider', 'oidc_provider'],
  ...['otp_email', 'otp_static', 'otp_totp', 'otp_webauthn', 'push_notifications', 'redirects'],
  ...['rest_framework_api_key', 'reversion', 'sessions', 'silk', 'sites', 'social_django'],
  ...['socialaccount', 'token_blacklist', 'two_factor', 'waffle'],
]

/** Whether an app with this label is one of Django or of a package. */
export const isPackage = (app: string): boolean => packages.includes(app)

/** Whether a table that Django lists no model for is one of Django or of a package, by its name. */
export const isOfPackage = (table: string): boolean =>
  packages.some((app) => table.startsWith(`${app}_`))

/** Tables of Django whose names do not begin with the label of their app, and of allauth. */
export const isOfDjango = (table: string): boolean =>
  /^django_(?:admin_log|content_type|flatpage(?:_sites)?|migrations|redirect|session|site)$/.test(
    table,
  ) || /^account_email(?:address|confirmation)$/.test(table)
