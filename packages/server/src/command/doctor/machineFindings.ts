import { existsSync, readdirSync, readFileSync, statfsSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import type { ServeConfiguration } from "../../configuration/ServeConfiguration.ts"
import { type Finding, fault, note, ok } from "./Finding.ts"

/** What the machine has: the program's versions, room on its disks, the time. */

export const packageFacts = (): { readonly version: string; readonly engines: { readonly node: string } } =>
  JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"))

const newerOrSame = (found: string, needed: string): boolean => {
  const [major = 0, minor = 0] = found.split(".").map(Number)
  const [majorMin = 0, minorMin = 0] = needed.split(".").map(Number)
  return major > majorMin || (major === majorMin && minor >= minorMin)
}

export const versionFinding = (node = process.versions.node): Finding => {
  const { engines, version } = packageFacts()
  const needed = engines.node.replace(">=", "")
  return newerOrSame(node, needed)
    ? ok("versions", `quittance ${version} on Node.js ${node}.`)
    : fault("versions", `quittance ${version} needs Node.js ${needed} or newer, and this is ${node}.`)
}

const gibibyte = 1024 ** 3

/** Below this the log of a busy store may fill the disk within a day. */
const freeBytesMin = gibibyte

export const diskFinding = (folder: string, freeBytes: number): Finding => {
  const free = `${(freeBytes / gibibyte).toFixed(1)} GiB free at ${folder}`
  return freeBytes >= freeBytesMin
    ? ok("disk", `${free}.`)
    : fault("disk", `only ${free}: make room, at least 1 GiB; a full disk stops every write.`)
}

export const diskFindings = ({ documents, markFile }: ServeConfiguration): ReadonlyArray<Finding> => {
  const folders = [dirname(markFile), ...(documents._tag === "folder" ? [documents.directory] : [])]
  const existing = folders.map(nearestExisting)
  const seen = new Set<number>()
  return existing.flatMap((folder) => {
    const { dev } = statSync(folder)
    if (seen.has(dev)) return []
    seen.add(dev)
    const { bavail, bsize } = statfsSync(folder)
    return [diskFinding(folder, bavail * bsize)]
  })
}

const nearestExisting = (folder: string): string => {
  let found = resolve(folder)
  while (!existsSync(found) && dirname(found) !== found) found = dirname(found)
  return found
}

/** A clock, other than this machine's, or a trace that this one left, in milliseconds since 1970. */
export interface OtherTime {
  readonly source: string
  readonly at: number
  /** A trace is only wrong in the future. */
  readonly kind: "clock" | "trace"
}

/** Signatures may be five minutes off; one minute leaves room for a client that is off as well. */
const offMillisMax = 60_000

export const clockFinding = (now: number, others: ReadonlyArray<OtherTime>): Finding => {
  const wrong = others.find(({ at, kind }) =>
    kind === "clock" ? Math.abs(at - now) > offMillisMax : at - now > offMillisMax
  )
  if (wrong !== undefined) {
    const seconds = Math.round(Math.abs(wrong.at - now) / 1_000)
    const way = wrong.at > now ? "behind" : "ahead of"
    return fault(
      "clock",
      `this machine's clock is ${seconds} s ${way} ${wrong.source}: set it by NTP; requests are refused that are signed more than 5 minutes apart.`
    )
  }
  const clocks = others.filter(({ kind }) => kind === "clock").map(({ source }) => source)
  return clocks.length === 0
    ? note("clock", `${new Date(now).toISOString()}; no other clock was reached to compare it with.`)
    : ok("clock", `agrees with ${clocks.join(", ")}.`)
}

/** When the store's files were written last: the future, if the clock was set back since. */
export const tracesIn = ({ store }: ServeConfiguration): ReadonlyArray<OtherTime> => {
  if (store._tag !== "sqlite" || !existsSync(store.filename)) return []
  const folder = dirname(store.filename)
  const own = readdirSync(folder).filter((name) => join(folder, name).startsWith(store.filename))
  return own.map((name) => ({
    source: `the last write of ${join(folder, name)}`,
    at: statSync(join(folder, name)).mtimeMs,
    kind: "trace"
  }))
}
