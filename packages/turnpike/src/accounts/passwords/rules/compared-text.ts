/**
 * A text as it is compared with known ones: `password1` of `Ｐａｓｓｗｏｒｄ１`. Without case, widths
 * and invisible characters, which a person who guesses does not need to know either.
 */
export const comparedText = (text: string): string =>
  text.replace(invisible, '').normalize('NFKC').toLowerCase()

/** Unicode's own set: zero-width characters, soft hyphens, variation selectors and others. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu
