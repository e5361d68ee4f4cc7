/**
 * Runs live servers under mixed load, with faults by chance, and compares what clients were told with the store, the
 * processing side, the networks and the receivers of webhooks. Everything is on this machine. The exit status is 1 when
 * anything broke; the folder of the run is kept then.
 *
 *     npm run soak -- --minutes 120 --seed 7
 *     npm run soak -- --store postgres --servers 4 --rounds 10
 */
import { runSoak } from "./soak/runSoak.ts"

const optional = (flag: string): number | undefined => {
  const at = process.argv.indexOf(flag)
  return at < 0 ? undefined : Number(process.argv[at + 1])
}
const numberOf = (flag: string, otherwise: number): number => optional(flag) ?? otherwise
const listOf = (flag: string): ReadonlyArray<string> | undefined => {
  const at = process.argv.indexOf(flag)
  return at < 0 ? undefined : process.argv[at + 1]?.split(",")
}

const rounds = optional("--rounds")
const status = await runSoak({
  minutes: numberOf("--minutes", rounds === undefined ? 5 : 600),
  rounds,
  store: process.argv.includes("postgres") ? "postgres" : "sqlite",
  servers: optional("--servers"),
  perSecond: numberOf("--rate", 60),
  seed: numberOf("--seed", Date.now() % 1_000_000),
  faults: listOf("--faults")
})
// Clients that still wait for a server that was ended keep nothing alive.
process.exit(status)
