/** The first bytes of files by format, as Latin-1 text; a question mark stands for any byte. */
const beginnings = {
  "image/png": ["\x89PNG\r\n\x1a\n"],
  "image/jpeg": ["\xff\xd8\xff"],
  "image/gif": ["GIF87a", "GIF89a"],
  "image/webp": ["RIFF????WEBP"],
  "application/pdf": ["%PDF-"],
  "application/zip": ["PK\x03\x04", "PK\x05\x06", "PK\x07\x08"],
  "application/gzip": ["\x1f\x8b"],
  "application/zstd": ["\x28\xb5\x2f\xfd"],
  "application/x-bzip2": ["BZh?1AY&SY"],
  "application/x-xz": ["\xfd7zXZ\0"],
  "application/x-7z-compressed": ["7z\xbc\xaf\x27\x1c"],
  "application/vnd.rar": ["Rar!\x1a\x07"],
  "application/x-ole-storage": ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"]
} as const

/** A format recognised by its first bytes, as a media type. */
export type KnownFormat = keyof typeof beginnings

const agrees = (bytes: Uint8Array, text: string): boolean =>
  [...text].every((char, index) => char === "?" || bytes[index] === char.charCodeAt(0))

/** Whether a file starts with the magic bytes of this format; its name and its declared type do not count. */
export const hasMagicBytesOf = (bytes: Uint8Array, format: KnownFormat): boolean =>
  beginnings[format].some((text) => agrees(bytes, text))

/** The same for a file that may be cut off within its first bytes. */
export const mayHaveMagicBytesOf = (bytes: Uint8Array, format: KnownFormat): boolean =>
  beginnings[format].some((text) => agrees(bytes, text.slice(0, bytes.length)))
