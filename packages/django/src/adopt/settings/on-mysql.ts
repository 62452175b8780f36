import type { AdoptedSettings, SettingsNote } from './adopted.ts'

/** The settings without what Turnpike has on SQLite and PostgreSQL only. */
export function onMysql(settings: AdoptedSettings): AdoptedSettings {
  const values = new Map(settings.values)
  const left: SettingsNote[] = []
  if (values.delete('ATOMIC_REQUESTS')) {
    const name = "DATABASES['default']['ATOMIC_REQUESTS']"
    left.push({ name, text: 'transactions of requests need SQLite or PostgreSQL.' })
  }
  const hasCursors = settings.pagination === 'cursor'
  if (hasCursors) {
    const name = "REST_FRAMEWORK['DEFAULT_PAGINATION_CLASS']"
    left.push({ name, text: 'cursors need SQLite or PostgreSQL: pages are by number.' })
  }
  const { report } = settings
  return {
    ...settings,
    values,
    pagination: hasCursors ? 'pageNumber' : settings.pagination,
    report: {
      ...report,
      taken: report.taken.filter(({ name }) => left.every((note) => note.name !== name)),
      left: [...left, ...report.left],
    },
  }
}
