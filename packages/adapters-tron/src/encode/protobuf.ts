import { concatBytes } from "@noble/hashes/utils.js"

/** The part of Protocol Buffers that transactions need: varints and fields with a length (protobuf.dev, "Encoding"). */

/** A field of a message. Numbers are int64, and not negative. */
export interface Field {
  readonly number: number
  readonly value: bigint | Uint8Array
}

const varintType = 0
const lengthType = 2

/** The bytes of a message. Fields are in the order of their numbers, and a field that is zero or empty is left out. */
export const message = (fields: ReadonlyArray<Field>): Uint8Array =>
  concatBytes(...fields.filter(isSet).map(fieldBytes))

const isSet = ({ value }: Field): boolean => (typeof value === "bigint" ? value !== 0n : value.length > 0)

const fieldBytes = ({ number, value }: Field): Uint8Array =>
  typeof value === "bigint"
    ? concatBytes(tag(number, varintType), varint(value))
    : concatBytes(tag(number, lengthType), varint(BigInt(value.length)), value)

const tag = (number: number, type: number): Uint8Array => varint(BigInt(number * 8 + type))

const varint = (value: bigint): Uint8Array => {
  const bytes: Array<number> = []
  let rest = value
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
  return Uint8Array.of(...bytes, Number(rest))
}

/**
 * The content of a message by the numbers of its fields; the last one counts. Undefined if the bytes are not a
 * message of such fields.
 */
export const fieldsIn = (bytes: Uint8Array): ReadonlyMap<number, bigint | Uint8Array> | undefined => {
  const fields = new Map<number, bigint | Uint8Array>()
  let rest = bytes
  while (rest.length > 0) {
    const head = varintAt(rest)
    if (head === undefined) return undefined
    const body = varintAt(head.rest)
    if (body === undefined) return undefined
    const number = Number(head.value >> 3n)
    rest = body.rest
    switch (Number(head.value & 7n)) {
      case varintType:
        fields.set(number, body.value)
        break
      case lengthType: {
        if (body.value > BigInt(rest.length)) return undefined
        const length = Number(body.value)
        fields.set(number, rest.subarray(0, length))
        rest = rest.subarray(length)
        break
      }
      default:
        return undefined
    }
  }
  return fields
}

const varintBytesMax = 10

const varintAt = (bytes: Uint8Array) => {
  let value = 0n
  for (const [index, byte] of bytes.subarray(0, varintBytesMax).entries()) {
    value |= BigInt(byte & 0x7f) << BigInt(7 * index)
    if (byte < 0x80) return { value, rest: bytes.subarray(index + 1) }
  }
  return undefined
}
