/** Sessions: signing in and out with a browser. @module */
export { type LoginViewOptions, loginView } from './login.ts'
export { type LogoutViewOptions, logoutView } from './logout.ts'
export { endSession, startSession } from './session.ts'
