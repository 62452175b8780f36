/** What a pickle of plain data holds. Dictionaries are maps: their keys may be any value. */
export type Pickled =
  | string
  | number
  | bigint
  | boolean
  | null
  | Uint8Array
  | Pickled[]
  | Map<Pickled, Pickled>
  | OpaqueObject

/** An object of a Python class, which is not made here. */
export class OpaqueObject {}

/** A pickle is cut off, or has an instruction that Python does not know. */
export class InvalidPickle extends Error {
  override readonly name = 'InvalidPickle'
}

/**
 * Reads a pickle (protocols 0 to 5 as Python's `pickle` writes them from 2 on) as data. Nothing
 * in it is executed: an instruction that would import or call something leaves an
 * `OpaqueObject`.
 *
 * @throws InvalidPickle when it cannot be read.
 */
export function unpickle(bytes: Uint8Array): Pickled {
  const reader = new PickleReader(bytes)
  return reader.read()
}

const mark = Symbol('mark')
type OnStack = Pickled | typeof mark

class PickleReader {
  private readonly bytes: Buffer
  private position = 0
  private readonly stack: OnStack[] = []
  private readonly memo = new Map<number, Pickled>()

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  read(): Pickled {
    for (;;) {
      const code = String.fromCharCode(this.byte())
      if (code === '.') return this.pop()
      this.perform(code)
    }
  }

  private perform(code: string): void {
    switch (code) {
      case '\x80': // PROTO
        this.byte()
        break
      case '\x95': // FRAME
        this.take(8)
        break
      case '(':
        this.stack.push(mark)
        break
      case '0':
        this.stack.pop()
        break
      case '1':
        this.popToMark()
        break
      case '2':
        this.push(this.top())
        break
      case 'N':
        this.push(null)
        break
      case '\x88':
        this.push(true)
        break
      case '\x89':
        this.push(false)
        break
      case 'K':
        this.push(this.byte())
        break
      case 'M':
        this.push(this.take(2).readUInt16LE())
        break
      case 'J':
        this.push(this.take(4).readInt32LE())
        break
      case 'I':
        this.push(textInteger(this.line()))
        break
      case 'L':
        this.push(textInteger(this.line().replace(/L$/, '')))
        break
      case 'F':
        this.push(Number(this.line()))
        break
      case '\x8a':
        this.push(longInteger(this.take(this.byte())))
        break
      case '\x8b':
        this.push(longInteger(this.take(this.take(4).readUInt32LE())))
        break
      case 'G':
        this.push(this.take(8).readDoubleBE())
        break
      case 'V': // In escapes that JSON does not have.
        this.push(unescaped(this.line()))
        break
      case '\x8c':
        this.push(this.text(this.byte()))
        break
      case 'X':
        this.push(this.text(this.take(4).readUInt32LE()))
        break
      case '\x8d':
        this.push(this.text(this.length64()))
        break
      case 'C':
        this.push(this.take(this.byte()))
        break
      case 'B':
        this.push(this.take(this.take(4).readUInt32LE()))
        break
      case '\x8e':
      case '\x96':
        this.push(this.take(this.length64()))
        break
      case ']':
        this.push([])
        break
      case ')':
        this.push([])
        break
      case '}':
        this.push(new Map())
        break
      case '\x8f': // EMPTY_SET
        this.push([])
        break
      case 'l':
      case 't':
      case '\x91': // FROZENSET
        this.push(this.popToMark())
        break
      case '\x85':
        this.push([this.pop()])
        break
      case '\x86':
        this.push(this.several(2))
        break
      case '\x87':
        this.push(this.several(3))
        break
      case 'd':
        this.push(mapOf(this.popToMark()))
        break
      case 'a':
        this.append([this.pop()])
        break
      case 'e':
      case '\x90': // ADDITEMS
        this.append(this.popToMark())
        break
      case 's':
        this.setItems(this.several(2))
        break
      case 'u':
        this.setItems(this.popToMark())
        break
      case 'p':
        this.memo.set(Number(this.line()), this.top())
        break
      case 'q':
        this.memo.set(this.byte(), this.top())
        break
      case 'r':
        this.memo.set(this.take(4).readUInt32LE(), this.top())
        break
      case '\x94':
        this.memo.set(this.memo.size, this.top())
        break
      case 'g':
        this.recall(Number(this.line()))
        break
      case 'h':
        this.recall(this.byte())
        break
      case 'j':
        this.recall(this.take(4).readUInt32LE())
        break
      case 'c': // GLOBAL: module and name
        this.line()
        this.line()
        this.push(new OpaqueObject())
        break
      case '\x93': // STACK_GLOBAL
      case 'R': // REDUCE
      case '\x81': // NEWOBJ
        this.several(2)
        this.push(new OpaqueObject())
        break
      case '\x92': // NEWOBJ_EX
        this.several(3)
        this.push(new OpaqueObject())
        break
      case 'b': // BUILD: the state of an object
        this.pop()
        break
      default:
        throw new InvalidPickle(`The pickle has the instruction ${JSON.stringify(code)}.`)
    }
  }

  private push(value: Pickled): void {
    this.stack.push(value)
  }

  private top(): Pickled {
    const value = this.stack.at(-1)
    if (value === undefined || value === mark) throw new InvalidPickle('The pickle lacks a value.')
    return value
  }

  private pop(): Pickled {
    const value = this.top()
    this.stack.pop()
    return value
  }

  private several(count: number): Pickled[] {
    return Array.from({ length: count }, () => this.pop()).reverse()
  }

  private popToMark(): Pickled[] {
    const start = this.stack.lastIndexOf(mark)
    if (start < 0) throw new InvalidPickle('The pickle lacks a mark.')
    return this.stack.splice(start).slice(1) as Pickled[]
  }

  private append(values: Pickled[]): void {
    const list = this.top()
    if (Array.isArray(list)) for (const value of values) list.push(value)
    else if (!(list instanceof OpaqueObject)) throw new InvalidPickle('The pickle lacks a list.')
  }

  private setItems(values: Pickled[]): void {
    const map = this.top()
    if (map instanceof Map) for (const [key, value] of mapOf(values)) map.set(key, value)
    else if (!(map instanceof OpaqueObject)) throw new InvalidPickle('The pickle lacks a dict.')
  }

  private recall(key: number): void {
    const value = this.memo.get(key)
    if (value === undefined) throw new InvalidPickle(`The pickle has not kept the value ${key}.`)
    this.push(value)
  }

  private byte(): number {
    return this.take(1).readUInt8()
  }

  private take(length: number): Buffer {
    const end = this.position + length
    if (end > this.bytes.length) throw new InvalidPickle('The pickle is cut off.')
    const taken = this.bytes.subarray(this.position, end)
    this.position = end
    return taken
  }

  private line(): string {
    const end = this.bytes.indexOf('\n', this.position)
    if (end < 0) throw new InvalidPickle('The pickle is cut off.')
    const text = this.bytes.toString('latin1', this.position, end)
    this.position = end + 1
    return text
  }

  /** Python leaves the halves of surrogate pairs in; here they are replaced. */
  private text(length: number): string {
    return this.take(length).toString('utf8')
  }

  private length64(): number {
    return Number(this.take(8).readBigUInt64LE())
  }
}

/** Protocol 0 writes booleans as `00` and `01`. */
function textInteger(line: string): Pickled {
  if (line === '00' || line === '01') return line === '01'
  if (!/^-?\d{1,400}$/.test(line)) throw new InvalidPickle('The pickle has an invalid number.')
  return small(BigInt(line))
}

/** Two's complement, the lowest byte first. */
function longInteger(bytes: Buffer): number | bigint {
  if (bytes.length === 0) return 0
  const digits = Buffer.from(bytes).reverse().toString('hex')
  return small(BigInt.asIntN(bytes.length * 8, BigInt(`0x${digits}`)))
}

const small = (integer: bigint): number | bigint =>
  Number.isSafeInteger(Number(integer)) ? Number(integer) : integer

function mapOf(values: Pickled[]): Map<Pickled, Pickled> {
  if (values.length % 2 === 1) throw new InvalidPickle('The pickle has a key without a value.')
  const map = new Map<Pickled, Pickled>()
  for (let index = 0; index < values.length; index += 2) {
    map.set(values[index] as Pickled, values[index + 1] as Pickled)
  }
  return map
}

function unescaped(line: string): string {
  const escapes = /\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})/g
  return line.replace(escapes, (_, short, long) => {
    const code = Number.parseInt(short ?? long, 16)
    if (code > 0x10ffff) throw new InvalidPickle('The pickle has an invalid character.')
    return String.fromCodePoint(code)
  })
}
