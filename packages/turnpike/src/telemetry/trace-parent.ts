/** Where a log line belongs to, by the names that OpenTelemetry has for JSON logs. */
export interface TraceIds {
  /** 32 hexadecimal digits. */
  readonly trace_id: string
  /** 16 hexadecimal digits. */
  readonly span_id: string
}

/** The longest value that is read: later versions may add parts. */
const maxLength = 256

const parts = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/

/**
 * The ids in a `traceparent`; null when it is absent or invalid (W3C Trace Context §3.2.2): ids of
 * zeros, capital letters, version `ff`, and more parts than its version has.
 *
 * @param value `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01`
 */
export function traceParentOf(value: string | null): TraceIds | null {
  if (value === null || value.length > maxLength) return null
  const [, version, traceId = '', spanId = '', rest] = parts.exec(value) ?? []
  if (version === undefined || version === 'ff') return null
  if (version === '00' && rest !== undefined) return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { trace_id: traceId, span_id: spanId }
}
