import { nearest } from "../../kernel/input/nearest.ts"
import type { Network } from "./Network.ts"

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "")

/** Networks are few and short, and their tickers are near: who writes TRX means TRON. */
const editsMax = 2
const partLengthMin = 3

/**
 * The network that was probably meant by a name that is none: by another case, a slip, or a part of its label such as
 * TRC20.
 */
export const meantNetwork = (
  given: string,
  offered: ReadonlyArray<Pick<Network, "label" | "name">>
): string | undefined => {
  const written = plain(given).replace(/^usdt|usdt$/g, "")
  const named = (text: string) => plain(text).includes(written)
  const parts =
    written.length < partLengthMin ? [] : offered.filter(({ label, name }) => named(name) || named(label))
  if (parts.length === 1) return parts[0]?.name
  return nearest(
    written,
    offered.map(({ name }) => name),
    editsMax
  )
}
