/**
 * The part of a store's URL that a message may show:
 * `postgres://bob:secret@db.example/notes?password=x` → `postgres://…@db.example/notes`.
 *
 * A rejected URL may be mistyped anywhere, so the host is shown only when it cannot be part of a
 * password. The path of a SQLite file is shown unchanged.
 */
export function withoutPassword(url: string): string {
  if (/^sqlite:(?!\/\/)/.test(url)) return url

  const [scheme = ''] = /^[a-z][a-z\d+.-]*:(?:\/\/)?/i.exec(url) ?? []
  const isUrl = scheme.endsWith('//')
  const rest = url.slice(scheme.length)
  // A password that is not percent-encoded may contain any character, even an @.
  const at = rest.lastIndexOf('@')
  const before = rest.slice(0, at + 1)
  const [after = ''] = rest.slice(at + 1).split(/[?#]/)

  // The @ may be part of a password in the query, or in `host=db password=secret`.
  if ((isUrl ? /[?#]/ : /[?#=\s]/).test(before)) return `${scheme}…`
  // A port follows `localhost:`; after any other word it may be a password.
  const isPlain = isUrl || scheme === '' || at >= 0 ? isPlace : isPort
  if (!isPlain.test(after)) return `${scheme}…`
  return at >= 0 ? `${scheme}…@${after}` : scheme + after
}

/** `db.example:5432/notes`, `[::1]`, `a,b/notes`, `/run/redis.sock` */
const isPlace = /^(?:\[[\da-f:.]*\]|[\w.,%-]*)(?::\d+)?(?:\/[^\s:=]*)?$/i

/** `6379/0` */
const isPort = /^\d+(?:\/[^\s:=]*)?$/
