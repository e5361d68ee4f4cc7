import { concatBytes } from "@noble/hashes/utils.js"
import { bytesOf, type Hex, hexOf, keccakOf, sha256Of } from "./bytes.ts"
import type { Outcome } from "./execution.ts"
import { written } from "./protobuf.ts"
import type { Transaction } from "./transaction.ts"

/** `BLOCK_PRODUCED_INTERVAL` */
export const slotMillis = 3_000
/** A whole number of slots, as all times of blocks are. */
export const genesisMillis = 1_699_999_998_000

/** A transaction in a block, and what it did there. */
export interface Mined {
  readonly transaction: Transaction
  readonly outcome: Outcome
}

export interface Block {
  readonly number: number
  /** The number in eight bytes, then of the hash. */
  readonly id: Hex
  readonly parentId: Hex
  /** Milliseconds. */
  readonly timestamp: number
  /** Which of the witnesses produced it. */
  readonly witness: number
  readonly witnessAddress: Hex
  /** The newest block that could not be replaced any more after this one. */
  readonly solid: number
  readonly txTrieRoot: Uint8Array
  readonly mined: ReadonlyArray<Mined>
}

const witnessAddresses = Array.from({ length: 27 }, (_, witness) =>
  hexOf(keccakOf(Uint8Array.of(witness)).slice(12))
)

export const witnessAddress = (witness: number): Hex => witnessAddresses[witness] ?? "0x"

/** Slots since the beginning of time. */
export const slotOf = ({ timestamp }: Pick<Block, "timestamp">): number => timestamp / slotMillis

const numberBytes = (number: number): Uint8Array => bytesOf(`0x${number.toString(16).padStart(16, "0")}`)

/** `BlockHeader.raw`. What tells branches apart is where the root of accounts would be. */
export const headerBytes = (header: {
  readonly timestamp: number
  readonly txTrieRoot: Uint8Array
  readonly parentId: Hex
  readonly number: number
  readonly witness: number
  readonly branch: number
}): Uint8Array =>
  written([
    [1, BigInt(header.timestamp)],
    [2, header.txTrieRoot],
    [3, bytesOf(header.parentId)],
    [7, BigInt(header.number)],
    [9, concatBytes(Uint8Array.of(0x41), bytesOf(witnessAddress(header.witness)))],
    [10, 31n],
    [
      11,
      header.branch === 0
        ? new Uint8Array()
        : sha256Of(Uint8Array.of(header.branch % 256, header.branch >> 8))
    ]
  ])

/** The id of a block: its number, then what is left of the hash of its header. */
export const blockId = (number: number, header: Uint8Array): Hex =>
  hexOf(concatBytes(numberBytes(number), sha256Of(header).slice(8)))

/**
 * The newest block that cannot be replaced after the next one of a witness: what 19 of 27 witnesses have built upon,
 * whatever number they are (`DposService.updateSolidBlock`).
 */
export const solidAfter = (blocks: ReadonlyArray<Block>, witness: number, witnesses: number): number => {
  const newest = new Map([[witness, blocks.length]])
  for (let number = blocks.length - 1; number > 0 && newest.size < witnesses; number--) {
    const producer = blocks[number]?.witness ?? 0
    if (!newest.has(producer)) newest.set(producer, number)
  }
  const numbers = Array.from({ length: witnesses }, (_, each) => newest.get(each) ?? 0).sort((a, b) => a - b)
  return numbers[Math.floor(witnesses * (1 - (70 * 1.0) / 100))] ?? 0
}
