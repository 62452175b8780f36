/**
 * Whether two JSON numbers have the same value, exactly: 2⁵³ and 2⁵³+1 differ, as do 1e400 and
 * 1e401. Zero and minus zero are two values, because programs can distinguish them.
 */
export function isSameNumber(one: string, other: string): boolean {
  return one === other || canonicalNumber(one) === canonicalNumber(other)
}

/** One text for each value: `-150.0e-1` → `-15e0`. */
export function canonicalNumber(number: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?)(\d+))?$/.exec(number)
  const [, sign = '', whole = '', fraction = '', exponentSign = '', exponentDigits = '0'] =
    match ?? []
  const exponentText = exponentDigits.replace(/^0+(?=\d)/, '')
  // An exponent like this is beyond any program; a big integer of a million digits takes minutes.
  if (exponentText.length > 20) return number
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = withoutTrailingZeros(digits)
  if (significant === '') return `${sign}0`
  const zeros = digits.length - significant.length
  const exponent =
    BigInt(`${exponentSign}${exponentText}`) - BigInt(fraction.length) + BigInt(zeros)
  return `${sign}${significant}e${exponent}`
}

/** A pattern such as `/0+$/` takes quadratic time when there are many zeros within. */
export function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}
