/**
 * What a message may tell of the URL of a store:
 * `postgres://bob:secret@db.example/notes?password=x` → `postgres://…@db.example/notes`.
 *
 * A URL that is refused may be mistyped anywhere, so the place that it names is shown only when it
 * cannot be a part of a password. The path of a SQLite file is shown as it is.
 */
export function withoutPassword(url: string): string {
  if (/^sqlite:(?!\/\/)/.test(url)) return url

  const [scheme = ''] = /^[a-z][a-z\d+.-]*:(?:\/\/)?/i.exec(url) ?? []
  const isUrl = scheme.endsWith('//')
  const rest = url.slice(scheme.length)
  // A password that is not percent-encoded may hold any character, also an @.
  const at = rest.lastIndexOf('@')
  const before = rest.slice(0, at + 1)
  const [after = ''] = rest.slice(at + 1).split(/[?#]/)

  // The @ may stand in the password of a query, or of `host=db password=secret`.
  if ((isUrl ? /[?#]/ : /[?#=\s]/).test(before)) return `${scheme}…`
  // What follows `localhost:` is a port; what follows any other word may be a password.
  const isPlain = isUrl || scheme === '' || at >= 0 ? isPlace : isPort
  if (!isPlain.test(after)) return `${scheme}…`
  return at >= 0 ? `${scheme}…@${after}` : scheme + after
}

/** `db.example:5432/notes`, `[::1]`, `a,b/notes`, `/run/redis.sock` */
const isPlace = /^(?:\[[\da-f:.]*\]|[\w.,%-]*)(?::\d+)?(?:\/[^\s:=]*)?$/i

/** `6379/0` */
const isPort = /^\d+(?:\/[^\s:=]*)?$/
