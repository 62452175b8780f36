/** Letting requests in where there is no view: sockets and event streams. @module */
export type { Admission, AdmissionPolicies, Admittance, Arrival, Refusal } from './admission.ts'
export { authenticate } from './authenticate.ts'
export { type ProtocolTokenOptions, withProtocolToken } from './protocol-token.ts'
export {
  IdentityEnded,
  type IdentityWatch,
  type WatchIdentityOptions,
  watchIdentity,
} from './watch-identity.ts'
