/** What the user can mend: the message says how. */
export class CannotCreate extends Error {}
