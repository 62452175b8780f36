/** Whether the value is an object or a function: clients of a library may be proxies of either. */
export const hasProperties = (value: unknown): value is object =>
  (typeof value === 'object' || typeof value === 'function') && value !== null
