import type { Generated } from 'kysely'

/** The tables of the Django app `library`, as both services use them. */
export interface Tables {
  library_author: AuthorTable
  library_book: BookTable
  library_loan: LoanTable
}

export interface AuthorTable {
  id: Generated<number>
  name: string
  email: string
  born: string | null
  website: string
  biography: string
}

export interface BookTable {
  id: Generated<number>
  title: string
  author_id: number
  isbn: string
  genre: string
  price: string
  pages: number
  copies: number
  rating: number | null
  is_available: boolean
  is_signed: boolean | null
  published: string
  created: string | Date
  opens: string | null
  reference: string
  /** JSON; on SQLite, Django keeps its text. */
  details: unknown
}

export interface LoanTable {
  id: Generated<number>
  book_id: number
  borrower_id: number
  created: string | Date
  due: string
  returned: string | Date | null
  remark: string
}
