/** Whether a link to it stays on this host. */
export const isPath = (location: string): boolean => /^\/(?![/\\])/.test(location)
