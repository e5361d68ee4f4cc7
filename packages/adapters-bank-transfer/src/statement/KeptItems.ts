import type { StatedEntry, StatementItem } from "@quittance/core/adapter"
import { Option, Stream } from "effect"

/** So much is kept of one file: what about 200 000 entries say. */
export const keptBytesMax = 64 * 1024 * 1024

/**
 * What a file was read as, packed, for whoever reads the file again: to read XML takes as long as to record its
 * entries. What is too much is not kept at all.
 */
export class KeptItems {
  readonly #bytesMax: number
  #parts: Array<Buffer> = []
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  add(items: ReadonlyArray<StatementItem>): void {
    if (items.length === 0 || this.#bytes > this.#bytesMax) return
    const part = Buffer.from(JSON.stringify(items.map(packedItem)))
    this.#bytes += part.length
    this.#parts.push(part)
    if (this.#bytes > this.#bytesMax) this.#parts = []
  }

  get isWhole(): boolean {
    return this.#bytes <= this.#bytesMax
  }

  /** A part at a time is unpacked. */
  get items(): Stream.Stream<StatementItem> {
    return Stream.fromIterable(this.#parts, { chunkSize: 1 }).pipe(
      // The text of a part is what `add` made.
      Stream.map((part) => (JSON.parse(part.toString()) as ReadonlyArray<PackedItem>).map(unpackedItem)),
      Stream.flattenIterable
    )
  }
}

type PackedItem = ReturnType<typeof packedItem>

const packedItem = (item: StatementItem) => {
  switch (item._tag) {
    case "Entry":
      return { entry: packedEntry(item.entry) }
    case "Skipped":
      return { skipped: item }
    case "Section": {
      const { closingMinor, movedMinor, openingMinor, place } = item.section
      return { place, sums: [openingMinor, Option.some(movedMinor), closingMinor].map(packedMinor) }
    }
  }
}

const unpackedItem = (packed: PackedItem): StatementItem => {
  if (packed.entry !== undefined) return { _tag: "Entry", entry: unpackedEntry(packed.entry) }
  if (packed.skipped !== undefined) return packed.skipped
  const [opening = null, moved = null, closing = null] = packed.sums
  return {
    _tag: "Section",
    section: {
      place: packed.place,
      openingMinor: unpackedMinor(opening),
      closingMinor: unpackedMinor(closing),
      movedMinor: BigInt(moved ?? 0)
    }
  }
}

const packedMinor = (minor: Option.Option<bigint>): string | null =>
  Option.getOrNull(Option.map(minor, String))

const unpackedMinor = (minor: string | null): Option.Option<bigint> =>
  Option.map(Option.fromNullOr(minor), BigInt)

/** Its fields in a row, without their names. */
const packedEntry = ({ key, partOf, payer, place, ...entry }: StatedEntry) =>
  [
    place,
    String(entry.amountMinor),
    entry.direction,
    entry.isReversal,
    entry.status,
    entry.bookedOn,
    Option.getOrNull(entry.valueOn),
    Option.getOrNull(entry.acceptedAt),
    Option.getOrNull(payer.name),
    Option.getOrNull(payer.account),
    Option.getOrNull(payer.bankId),
    Option.getOrNull(payer.bank),
    entry.structuredReferences,
    entry.texts,
    Option.getOrNull(entry.endToEndId),
    key,
    entry.isBatch,
    Option.getOrNull(partOf),
    entry.mayBeText ?? null
  ] as const

const unpackedEntry = ([
  place,
  amountMinor,
  direction,
  isReversal,
  status,
  bookedOn,
  valueOn,
  acceptedAt,
  name,
  account,
  bankId,
  bank,
  structuredReferences,
  texts,
  endToEndId,
  key,
  isBatch,
  partOf,
  mayBeText
]: ReturnType<typeof packedEntry>): StatedEntry => ({
  ...{ place, amountMinor: BigInt(amountMinor), direction, isReversal, status, bookedOn },
  ...{ valueOn: Option.fromNullOr(valueOn), acceptedAt: Option.fromNullOr(acceptedAt) },
  payer: {
    name: Option.fromNullOr(name),
    account: Option.fromNullOr(account),
    bankId: Option.fromNullOr(bankId),
    bank: Option.fromNullOr(bank)
  },
  ...{ structuredReferences, texts, endToEndId: Option.fromNullOr(endToEndId), key, isBatch },
  partOf: Option.fromNullOr(partOf),
  ...(mayBeText === null ? {} : { mayBeText })
})
