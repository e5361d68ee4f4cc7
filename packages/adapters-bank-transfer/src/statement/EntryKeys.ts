import { createHash } from "node:crypto"
import type { EntryKey, StatedEntry } from "@quittance/core/adapter"
import { Option } from "effect"

/** An entry as far as it is read when its key is made. */
export type UnkeyedEntry = Omit<StatedEntry, "key" | "isBatch" | "partOf" | "mayBeText">

/** The keys of the entries of one file. It holds half a hash for each, whatever the texts are. */
export class EntryKeys {
  readonly #counts = new Map<string, number>()

  /** By what names the entry, or by all that is said of it where nothing does. */
  next(
    entry: UnkeyedEntry,
    named?: { readonly kind: EntryKey["kind"]; readonly names: ReadonlyArray<string> }
  ): EntryKey {
    const kind = named?.kind ?? "content"
    const facts = [kind, ...movedFacts(entry), ...(named?.names ?? contentFacts(entry))]
    const first = hashOf(facts)
    const seen = first.slice(0, 16)
    const ordinal = this.#counts.get(seen) ?? 0
    this.#counts.set(seen, ordinal + 1)
    return { kind, value: ordinal === 0 ? first : hashOf([...facts, ordinal]) }
  }
}

/** Reads a reference of the bank as what names an entry. */
export const namedBy = (kind: EntryKey["kind"], reference: string | undefined) =>
  reference === undefined ? undefined : { kind, names: [reference] }

const hashOf = (facts: ReadonlyArray<string | number>): string =>
  createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 32)

const movedFacts = ({
  amountMinor,
  bookedOn,
  direction,
  isReversal
}: UnkeyedEntry): ReadonlyArray<string> => [bookedOn, direction, String(amountMinor), String(isReversal)]

/** What else a file says, but for how it is broken into lines. */
const contentFacts = (entry: UnkeyedEntry): ReadonlyArray<string> => {
  const { account, bank, bankId, name } = entry.payer
  const textOf = (text: Option.Option<string>): string => Option.getOrElse(text, () => "")
  return [
    textOf(entry.valueOn),
    ...[name, account, bankId, bank, entry.endToEndId].map(textOf),
    entry.structuredReferences.join(""),
    entry.texts.join("")
  ].map((text) => text.replace(/\s+/g, ""))
}
