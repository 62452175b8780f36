/** Where the tests look for programs that npm does not install: by default, where Debian has them. */
export const programs = {
  chromium: process.env.TEST_CHROMIUM ?? '/usr/bin/chromium',
  curl: process.env.TEST_CURL ?? '/usr/bin/curl',
  gunicorn: process.env.TEST_GUNICORN ?? '/usr/bin/gunicorn',
  nginx: process.env.TEST_NGINX ?? '/usr/sbin/nginx',
  pgBouncer: process.env.TEST_PGBOUNCER ?? '/usr/sbin/pgbouncer',
  /** That of Debian's Django; another one may come first in PATH. */
  python: process.env.TEST_REFERENCE_PYTHON ?? '/usr/bin/python3',
  redisServer: process.env.TEST_REDIS_SERVER ?? 'redis-server',
} as const
