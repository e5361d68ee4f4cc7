/**
 * Texts as PostgreSQL takes them: it refuses U+0000. U+0000 is stored as U+0001 U+0001 and U+0001 as U+0001 U+0002,
 * so order and prefixes stay what they were. Texts that contain neither, which are nearly all, are stored unchanged.
 *
 * Half a surrogate pair is U+FFFD on its way to the server, as in every encoding to UTF-8.
 */
export const storedText = (text: string): string =>
  text.includes("\u0000") || text.includes("\u0001") ? text.replace(escaped, escapeOf) : text

/** The text that was stored. */
export const textOf = (stored: string): string =>
  stored.includes("\u0001") ? stored.replace(escapes, characterOf) : stored

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about.
const escaped = /[\u0000\u0001]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about.
const escapes = /\u0001[\u0001\u0002]/g

const escapeOf = (character: string): string => (character === "\u0000" ? "\u0001\u0001" : "\u0001\u0002")

const characterOf = (escape: string): string => (escape === "\u0001\u0001" ? "\u0000" : "\u0001")
