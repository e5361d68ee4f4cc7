export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Of three bytes, the lowest first. */
export const uint24 = (file: DataView, at: number): number =>
  file.getUint16(at, true) + file.getUint8(at + 2) * 0x10000

export const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const latin1 = new TextEncoder()

/** Of a text of ASCII letters. */
export const lettersOf = (text: string): Uint8Array => latin1.encode(text)
