import type { Wanted } from "../Book.ts"
import { missingOf } from "../laws/presence.ts"
import { release, standingOf } from "../laws/standing.ts"
import { count, type Soak } from "../Soak.ts"
import { replay } from "./replay.ts"

/**
 * After a start of a store that is older than it was: it must be on hold. What it lacks of all that was acknowledged
 * since `knownUntil` is lost, as it says itself; an operator releases it, and whoever wanted what is lost asks again.
 */
export const settleOlderStore = async (soak: Soak, knownUntil: number, what: string): Promise<void> => {
  const standing = await standingOf(soak)
  if (standing !== "held") soak.broken(`${what}, and it took payouts at once instead of standing on hold`)
  const uncertain = new Set(soak.book.since(knownUntil))
  // What was put back before may have the id in this store that it has had in another one.
  const renamed = soak.book.renamed.filter((each) => !uncertain.has(each))
  const gone = await missingOf(soak, [...uncertain, ...renamed])
  const missing = gone.filter((each) => uncertain.has(each))
  lose(soak, missing)
  await release(soak, missing)
  await replay(soak)
}

export const lose = (soak: Soak, missing: ReadonlyArray<Wanted>): void => {
  for (const each of missing) soak.book.lose(each)
  count(soak, "acknowledged writes lost and said so", missing.length)
}
