/**
 * PostgreSQL's errors for a value that a type does not have: `abc` for a uuid, the 31st of
 * February, a number beyond 64 bits, a time zone of 24 hours, a range whose end is before its
 * beginning. Not those of calculations, such as a division by zero.
 */
export const unreadableCodes = [
  ...['22000', '22001', '22003', '22007', '22008', '22009', '22015', '22021', '22026'],
  ...['2200M', '2200N', '2200S', '2200T', '22P02', '22P03', '22P05'],
] as const
