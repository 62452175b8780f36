/**
 * The needed exports of `node:http`. An import of it would read each of its exports, and so load
 * its web sockets, which takes longer than all of Turnpike's own sources.
 */
export const { createServer, ServerResponse, STATUS_CODES } = process.getBuiltinModule('node:http')
