/** Serving on Node, WebSockets too, and password hashing with its argon2id. @module */

export { type Argon2idOptions, argon2id } from './argon2id.ts'
export type { WasmArgon2id } from './derive-argon2id.ts'
export type { NodeApp, NodeEnvironment, Upgrade, UpgradeHandler } from './environment.ts'
export { type NodeHandlerOptions, nodeHandler, nodeUpgradeHandler } from './node-handler.ts'
export { type ServeOptions, type Server, serve } from './serve.ts'
export type { CloseOptions } from './shut-down.ts'
export { ListenError } from './sockets/listen.ts'
