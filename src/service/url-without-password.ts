/**
 * What a message may tell of a URL: `postgres://bob:secret@db.example/notes?password=x` →
 * `postgres://…@db.example/notes`. Everything up to the last `@` goes, because a password that is not
 * percent-encoded may hold any character.
 */
export const withoutPassword = (url: string): string =>
  url.replace(/^([^:]*:\/\/).*@/s, '$1…@').replace(/^([^:]*:\/\/[^?]*)\?.*$/s, '$1')
