/** How files of a format begin, as Latin-1 text; a question mark stands for any byte. */
const beginnings = {
  "image/png": ["\x89PNG\r\n\x1a\n"],
  "image/jpeg": ["\xff\xd8\xff"],
  "image/gif": ["GIF87a", "GIF89a"],
  "image/webp": ["RIFF????WEBP"],
  "application/pdf": ["%PDF-"]
} as const

/** A format that is known by its first bytes, as a media type. */
export type KnownFormat = keyof typeof beginnings

const agrees = (bytes: Uint8Array, text: string): boolean =>
  [...text].every((char, index) => char === "?" || bytes[index] === char.charCodeAt(0))

/** Whether a file begins as this format does; what its name or its sender says does not count. */
export const hasMagicBytesOf = (bytes: Uint8Array, format: KnownFormat): boolean =>
  beginnings[format].some((text) => agrees(bytes, text))

/** The same, as far as the file goes: it may be cut off within its first bytes. */
export const mayHaveMagicBytesOf = (bytes: Uint8Array, format: KnownFormat): boolean =>
  beginnings[format].some((text) => agrees(bytes, text.slice(0, bytes.length)))
