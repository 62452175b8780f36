import type { Generated, Selectable } from 'kysely'

/** The tables of this application, for Kysely. */
export interface Tables {
  note: NoteTable
}

export interface NoteTable {
  id: Generated<number>
  title: string
  body: string
  priority: number
  /** Three digits, two of them behind the point: `4.50`. */
  rating: string
  /** ISO 8601 in UTC. */
  created: string
  /** The user who wrote it. */
  owner: number
}

export type Note = Selectable<NoteTable>
