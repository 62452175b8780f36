import { CommandFailed } from 'turnpike/kit'
import { nameOf, requireFree } from './names.ts'

/** How the fields of a type are written in each place. */
interface FieldType {
  /** What clients may send. */
  sent: string
  /** What they are sent. */
  shown: string
  /** In the migration, and in TypeScript. */
  column: string
  type: string
  prisma: string
  drizzle: { sqlite: string; postgresql: string }
  /** A value that clients may send, as code. */
  example: string
  /** Clients may leave it out. */
  isOptional?: boolean
}

/** A field of a resource, such as `title:string`. */
export interface Field extends FieldType {
  /** `due_date`, in the database and in JSON */
  name: string
  /** `dueDate` */
  camel: string
}

const fieldTypes: Readonly<Record<string, FieldType>> = {
  string: {
    sent: 'charField({ maxLength: 100 })',
    shown: 'z.string()',
    column: 'varchar(100)',
    type: 'string',
    prisma: 'String',
    drizzle: { sqlite: 'text({ length: 100 })', postgresql: 'varchar({ length: 100 })' },
    example: "'Paid the toll'",
  },
  text: {
    sent: "charField({ allowBlank: true, maxLength: 10_000 }).default('')",
    shown: 'z.string()',
    column: 'text',
    type: 'string',
    prisma: 'String',
    drizzle: { sqlite: 'text()', postgresql: 'text()' },
    example: "'At the gate.'",
    isOptional: true,
  },
  email: {
    sent: 'emailField()',
    shown: 'z.string()',
    column: 'varchar(254)',
    type: 'string',
    prisma: 'String',
    drizzle: { sqlite: 'text({ length: 254 })', postgresql: 'varchar({ length: 254 })' },
    example: "'ann@example.com'",
  },
  // As large as a column of PostgreSQL.
  integer: {
    sent: 'integerField({ minValue: -2_147_483_648, maxValue: 2_147_483_647 })',
    shown: 'z.int()',
    column: 'integer',
    type: 'number',
    prisma: 'Int',
    drizzle: { sqlite: 'integer()', postgresql: 'integer()' },
    example: '7',
  },
  boolean: {
    sent: 'booleanField().default(false)',
    shown: 'z.boolean()',
    column: 'boolean',
    type: 'boolean',
    prisma: 'Boolean',
    drizzle: { sqlite: "integer({ mode: 'boolean' })", postgresql: 'boolean()' },
    example: 'true',
    isOptional: true,
  },
  // Moments are texts, as `created` is: they are the same on every database.
  date: {
    sent: 'z.iso.date()',
    shown: 'z.iso.date()',
    column: 'varchar(10)',
    type: 'string',
    prisma: 'String',
    drizzle: { sqlite: 'text()', postgresql: 'varchar({ length: 10 })' },
    example: "'2027-01-31'",
  },
  datetime: {
    sent: 'dateTimeField()',
    shown: 'z.iso.datetime()',
    column: 'varchar(30)',
    type: 'string',
    prisma: 'String',
    drizzle: { sqlite: 'text()', postgresql: 'varchar({ length: 30 })' },
    example: "'2027-01-31T09:15:00.000Z'",
  },
}

/** @throws CommandFailed for invalid names, unknown types and fields that are named twice. */
export function fieldsOf(given: readonly string[]): Field[] {
  const fields = given.map(fieldOf)
  const names = ['id', 'owner', 'created']
  for (const { name } of fields) {
    if (names.includes(name)) {
      throw new CommandFailed(
        names.indexOf(name) < 3
          ? `Every resource has a field ${name}, which the server sets: leave it out.`
          : `The field ${name} is named twice.`,
      )
    }
    names.push(name)
  }
  return fields
}

function fieldOf(given: string): Field {
  const [name = '', type = '', ...more] = given.split(':')
  const known = Object.hasOwn(fieldTypes, type) ? fieldTypes[type] : undefined
  if (known === undefined || more.length > 0) {
    const types = Object.keys(fieldTypes).join(', ')
    throw new CommandFailed(
      type === ''
        ? `The field ${given} has no type: write ${name || 'title'}:string, or another one of ${types}.`
        : `The field ${given} has an unknown type: the types are ${types}.`,
    )
  }
  const { snake, camel } = nameOf('field', name)
  requireFree('field', camel)
  return { ...known, name: snake, camel }
}
