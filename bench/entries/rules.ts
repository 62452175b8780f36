/** What the entries by hand in a framework agree on, whatever reads the database: accounts and new notes. */
import { invalidToken, notAuthenticated, Refusal } from './answers.ts'

export interface Account {
  username: string
  email: string
  isActive: boolean
  isStaff: boolean
}

export interface NewNote {
  title: string
  priority: number
}

/** The key of `Authorization: Token …`. */
export function keyOf(authorization: string | undefined): string {
  if (!authorization || !/^token( |$)/i.test(authorization)) {
    throw new Refusal(401, notAuthenticated)
  }
  const key = authorization.slice(6)
  if (key === '' || key.includes(' ')) throw new Refusal(401, invalidToken)
  return key
}

/** The account of a row that was found for a key. */
export function activeAccount(row: Record<string, unknown> | undefined): Account {
  if (!row?.is_active) throw new Refusal(401, invalidToken)
  return {
    username: row.username as string,
    email: row.email as string,
    isActive: true,
    isStaff: row.is_staff === 1,
  }
}

export const me = ({ username, email, isStaff }: Account) => ({
  username,
  email,
  is_staff: isStaff,
})

/** What is valid of a body, or a refusal that names every fault. */
export function newNote(body: unknown): NewNote {
  const { title, priority } = (body ?? {}) as Record<string, unknown>
  const faults: Record<string, string[]> = {}
  const text = typeof title === 'string' ? title.trim() : title
  if (title === undefined) faults.title = ['This field is required.']
  else if (typeof text !== 'string') faults.title = ['Not a valid string.']
  else if (text === '') faults.title = ['This field may not be blank.']
  else if (text.length > 100) {
    faults.title = ['Ensure this field has no more than 100 characters.']
  }
  if (priority === undefined) faults.priority = ['This field is required.']
  else if (!Number.isSafeInteger(priority)) faults.priority = ['A valid integer is required.']

  if (Object.keys(faults).length > 0) throw new Refusal(400, faults)
  return { title: text as string, priority: priority as number }
}
