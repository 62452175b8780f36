/** A statement that begins or ends a transaction. */
export type TransactionCommand =
  | {
      readonly kind: 'begin' | 'set'
      /** Null if not given. */
      readonly isolationLevel: string | null
      readonly access: 'read only' | 'read write' | null
    }
  | { readonly kind: 'commit' | 'rollback' }
  /** A command that is not possible in a transaction that something else has begun. */
  | { readonly kind: 'refused'; readonly what: string }

const space = String.raw`(?:\s|--[^\n]*(?:\n|$)|/\*[\s\S]*?\*/)`
/** PostgreSQL ignores empty statements. */
const start = `^(?:;|${space})*`
const begins = new RegExp(String.raw`${start}(?:begin|start${space}+transaction)\b`, 'i')
const sets = new RegExp(String.raw`${start}set${space}+transaction\b(?!${space}+snapshot)`, 'i')
const commits = new RegExp(String.raw`${start}(?:commit|end)\b(?!${space}+prepared)`, 'i')
const rollsBack = new RegExp(
  String.raw`${start}(?:rollback|abort)\b(?!${space}+(?:(?:work|transaction)${space}+)?(?:to|prepared)\b)`,
  'i',
)
const prepares = new RegExp(String.raw`${start}prepare${space}+transaction\b`, 'i')

/** Most statements are none of these. */
const mayBe = /^[\s;]*(?:(?:begin|start|set|commit|end|rollback|abort|prepare)\b|--|\/\*)/i

/** The command of a statement; null if it is another statement. */
export function transactionCommand(text: string): TransactionCommand | null {
  if (!mayBe.test(text)) return null
  const kind = kindOf(text)
  if (kind === null) return null
  if (kind === 'prepare') return { kind: 'refused', what: 'PREPARE TRANSACTION' }
  if (/[^\s;][\s;]*;[\s;]*[^\s;]/.test(text))
    return { kind: 'refused', what: 'Several statements at once' }
  if (kind === 'begin' || kind === 'set') return { kind, ...characteristics(text) }
  if (/\band\s+chain\b/i.test(text)) return { kind: 'refused', what: 'AND CHAIN' }
  return { kind }
}

function kindOf(text: string): 'begin' | 'set' | 'commit' | 'rollback' | 'prepare' | null {
  if (begins.test(text)) return 'begin'
  if (sets.test(text)) return 'set'
  if (commits.test(text)) return 'commit'
  if (rollsBack.test(text)) return 'rollback'
  return prepares.test(text) ? 'prepare' : null
}

function characteristics(text: string) {
  const words = text.toLowerCase().replace(/\s+/g, ' ')
  const level = /\bisolation level (serializable|repeatable read|read (?:un)?committed)\b/.exec(
    words,
  )
  const access = /\bread (?:only|write)\b/.exec(words)
  return {
    isolationLevel: level?.[1] ?? null,
    access: (access?.[0] ?? null) as 'read only' | 'read write' | null,
  }
}
