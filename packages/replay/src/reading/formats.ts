/** The kinds of recorded traffic. */
export const trafficFormats = ['har', 'nginx', 'gunicorn'] as const

export interface TrafficOptions {
  /** Default: by the options below, or by how the file begins. */
  readonly format?: (typeof trafficFormats)[number] | undefined
  /** The `log_format` of nginx. */
  readonly logFormat?: string | undefined
  /** The `--access-logformat` of gunicorn. */
  readonly accessLogformat?: string | undefined
}
