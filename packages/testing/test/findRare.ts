import { MemoryStore } from "@quittance/core"
import { Effect } from "effect"
import { simulate } from "../src/simulator/Simulation.ts"
const moments = {
  "a lease is lost": /Store.commit LeaseLost$/,
  "a payout settles late": /! payout .* was confirmed after its debit was returned/,
  "a transfer vanishes before it is credited": /< (read|refresh) .*: pending after a reorganisation$/,
  "a check's opening comes twice": /! the answer of check .* is missing: the checker has it already$/,
  "somebody tried too often": /verification .* failed by \w.* \[(document_unreadable|selfie_unclear|other)/,
  "handled again": /subscriber handles .* again$/
}
const [from, to] = process.argv.slice(2).map(Number)
for (let seed = from; seed <= to; seed++) {
  const { faults, trace } = await Effect.runPromise(simulate(seed, MemoryStore.layer))
  const seen = Object.entries(moments).filter(([, p]) => trace.some((l) => p.test(l))).map(([n]) => n)
  if (seen.length || faults.length) console.log(seed, seen.join("; "), faults.join(" | "))
}
