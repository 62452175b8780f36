import { html } from 'hono/html'
import type { User } from '../../accounts/user.ts'
import type { Html } from '../html.ts'
import type { Translate } from '../translate.ts'

/** `2026-11-21 13:31 UTC`; only the day when `isShort`. */
export function timeText(moment: Date, isShort = false): Html {
  const iso = moment.toISOString()
  return html`<time datetime="${iso}">${isShort ? iso.slice(0, 10) : momentText(moment)}</time>`
}

/** The same as a text. */
export function momentText(moment: Date): string {
  const iso = moment.toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

/** When the user was created; null for user types without it. */
export function createdOf(user: User): Date | null {
  const created: unknown = Reflect.get(user, 'created')
  return created instanceof Date ? created : null
}

/** Enough of a key to recognise it, and too little to use it. */
export const maskedKey = (key: string, t: Translate): Html => maskedBeginning(beginningOf(key), t)

/** The beginning of a key, with dots for the rest. */
export const maskedBeginning = (beginning: string, t: Translate): Html =>
  html`<code class="masked"><span class="unseen">${t('begins with')} </span>${beginning}<span aria-hidden="true">••••••••••••</span></code>`

/** Four characters, after the prefix that all keys may share: `401f`, `acme_k7Qd`. */
function beginningOf(key: string): string {
  const prefix = key.lastIndexOf('_') + 1
  return key.slice(0, (prefix < key.length / 2 ? prefix : 0) + 4)
}

/** Whether the user is active, in words and colour. */
export const activityState = ({ isActive }: User, t: Translate): Html =>
  isActive
    ? html`<span class="state good">${t('Active')}</span>`
    : html`<span class="state bad">${t('Inactive')}</span>`

export const staffState = ({ isStaff }: User, t: Translate): Html | null =>
  isStaff ? html`<span class="state staff">${t('Staff')}</span>` : null

/** Shown of machine accounts, among others. */
export const passwordState = (hasPassword: boolean, t: Translate): Html | null =>
  hasPassword ? null : html`<span class="state">${t('No password')}</span>`
