import { concatBytes } from "@noble/hashes/utils.js"

/** What an encoded message has under a number, in its order: a number, or bytes (also of a string or a message). */
export type Fields = ReadonlyMap<number, ReadonlyArray<bigint | Uint8Array>>

/** The bytes are no message. */
export class InvalidProtocolBuffer extends Error {}

/**
 * Reads the wire format of Protocol Buffers, of which TRON uses numbers (0) and bytes (2). Fixed numbers are read and
 * left out.
 */
export const readFields = (bytes: Uint8Array): Fields => {
  const fields = new Map<number, Array<bigint | Uint8Array>>()
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++]
      if (byte === undefined)
        throw new InvalidProtocolBuffer(
          "While parsing a protocol message, the input ended unexpectedly in the middle of a field."
        )
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asIntN(64, value)
    }
    throw new InvalidProtocolBuffer("CodedInputStream encountered a malformed varint.")
  }
  const taken = (length: number): Uint8Array => {
    if (length < 0 || at + length > bytes.length)
      throw new InvalidProtocolBuffer(
        "While parsing a protocol message, the input ended unexpectedly in the middle of a field."
      )
    at += length
    return bytes.slice(at - length, at)
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const number = tag >> 3
    if (number === 0) throw new InvalidProtocolBuffer("Protocol message contained an invalid tag (zero).")
    const values = fields.get(number) ?? []
    fields.set(number, values)
    switch (tag & 7) {
      case 0:
        values.push(varint())
        break
      case 2:
        values.push(taken(Number(varint())))
        break
      case 1:
        taken(8)
        break
      case 5:
        taken(4)
        break
      default:
        throw new InvalidProtocolBuffer("Protocol message tag had invalid wire type.")
    }
  }
  return fields
}

/** The last value counts, as everywhere in Protocol Buffers. */
export const numberIn = (fields: Fields, number: number): bigint => {
  const value = fields.get(number)?.at(-1)
  return typeof value === "bigint" ? value : 0n
}

export const bytesIn = (fields: Fields, number: number): Uint8Array => {
  const value = fields.get(number)?.at(-1)
  return value instanceof Uint8Array ? value : new Uint8Array()
}

export const allBytesIn = (fields: Fields, number: number): ReadonlyArray<Uint8Array> =>
  (fields.get(number) ?? []).filter((value) => value instanceof Uint8Array)

const varintOf = (value: bigint): Uint8Array => {
  const bytes: Array<number> = []
  let rest = BigInt.asUintN(64, value)
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
  return Uint8Array.of(...bytes, Number(rest))
}

/** Writes a message; what is zero or empty is left out, as proto3 does. */
export const written = (
  fields: ReadonlyArray<readonly [number: number, value: bigint | Uint8Array]>
): Uint8Array =>
  concatBytes(
    ...fields.flatMap(([number, value]) =>
      typeof value === "bigint"
        ? value === 0n
          ? []
          : [varintOf(BigInt(number << 3)), varintOf(value)]
        : value.length === 0
          ? []
          : [varintOf(BigInt((number << 3) | 2)), varintOf(BigInt(value.length)), value]
    )
  )
