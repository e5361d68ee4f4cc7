/** Bytes composed by hand as file formats need them. */

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0))

export const joined = (...pieces: ReadonlyArray<Uint8Array | string>): Uint8Array =>
  Buffer.concat(pieces.map((piece) => (typeof piece === "string" ? ascii(piece) : piece)))

const number = (value: number, bytes: number, order: "big" | "little"): Uint8Array => {
  const digits = Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** index) % 256)
  return Uint8Array.from(order === "big" ? digits.reverse() : digits)
}

export const big = (value: number, bytes: number) => number(value, bytes, "big")
export const little = (value: number, bytes: number) => number(value, bytes, "little")
