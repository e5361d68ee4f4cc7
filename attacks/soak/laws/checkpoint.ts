import { count, type Soak } from "../Soak.ts"
import { mustBeThere } from "./presence.ts"
import { balances, verify } from "./standing.ts"

const sampleSize = 60
const residentMax = 900 * 1024 * 1024
const descriptorsMax = 2_000

/** After a fault has settled: what was acknowledged is there, and the books prove themselves. */
export const checkpoint = async (soak: Soak): Promise<void> => {
  const { book, dice, servers } = soak
  const begun = Date.now()
  const older = Array.from({ length: sampleSize }, () => dice.oneOf(book.wanted)).flatMap((each) =>
    each?.standing === "acknowledged" ? [each] : []
  )
  await mustBeThere(soak, [...book.since(soak.checkedUntil), ...older])
  soak.checkedUntil = begun
  await balances(soak)
  // A tenth of the time at most goes into verification while the store grows.
  const last = soak.tally.get("last verification, ms") ?? 0
  if (begun - lastVerifiedAt > 10 * last) {
    lastVerifiedAt = begun
    await verify(soak)
  }
  const { descriptors, residentBytes } = servers.measure()
  if (residentBytes > residentMax) soak.broken(`a server holds ${residentBytes >> 20} MiB`)
  if (descriptors > descriptorsMax) soak.broken(`a server holds ${descriptors} descriptors`)
  count(soak, "checkpoints")
}

let lastVerifiedAt = 0
