/** Whether a header field, a method or a cookie can have this name: a token (RFC 9110 §5.6.2). */
export const isToken = (text: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(text)
