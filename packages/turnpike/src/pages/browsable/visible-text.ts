/**
 * The text with characters that make it look different as escapes of JSON: marks that reverse the
 * writing direction, controls, and halves of a character. Spaces and line breaks are kept.
 */
export const visibleText = (text: string): string =>
  text.replace(misleading, (character) => {
    const code = character.charCodeAt(0)
    return `\\u${code.toString(16).padStart(4, '0')}`
  })

const misleading = /(?![\t\n\r])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu
