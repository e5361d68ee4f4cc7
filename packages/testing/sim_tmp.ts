import { Effect } from "effect"
import { simulateApprovals } from "/work/wt/approvals/packages/testing/src/simulator/approvals/ApprovalSimulation.ts"
const [from, count] = process.argv.slice(2).map(Number)
const t = process.cpuUsage()
let bad = 0, sent = 0
for (let s = from; s < from + count; s++) {
  const r = await Effect.runPromise(simulateApprovals(s))
  sent += r.sentCount
  if (r.faults.length) { bad++; if (bad <= 5) console.log(s, r.faults.slice(0,4)); if (process.argv[4]) console.log(r.trace.join("\n")) }
}
const u = process.cpuUsage(t)
console.log(count, "seeds", bad, "bad", sent, "sent; cpu s", (u.user+u.system)/1e6)
if (process.argv[5]) {
  const c: Record<string, number> = {}
  for (let s = from; s < from + count; s++) {
    const r = await Effect.runPromise(simulateApprovals(s))
    for (const l of r.trace) { const m = /< (payout \S+|\w+ (approve|decline|withdraw)s|remove|add|rules|address book|release|resolve).*: (\S+( \d)?)/.exec(l); if (m) { const k = (m[2] ?? m[1].split(" ")[0]) + " " + m[3].replace(/^01.*/, "ok"); c[k] = (c[k] ?? 0) + 1 } }
  }
  console.log(c)
}
