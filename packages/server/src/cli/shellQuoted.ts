/** A text as one word of a POSIX shell. */
export const shellQuoted = (text: string): string =>
  /^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
