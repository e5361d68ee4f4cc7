import { readFileSync } from "node:fs"

/** The number of descriptors assumed if the system does not report it: the default of most systems. */
const descriptorsDefault = 1_024
/** A connection takes about 14 KiB, and 16 KiB more while its headers arrive. */
const connectionsCeiling = 8_192
/** The share of descriptors for the store, the log, workers, and calls to receivers and providers. */
const othersPart = 1 / 4

/** The soft limit of open files in the text of `/proc/self/limits` (proc(5)). */
export const descriptorLimitIn = (limits: string): number => {
  const soft = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1]
  if (soft === "unlimited") return Number.POSITIVE_INFINITY
  return soft === undefined ? descriptorsDefault : Number(soft)
}

const limitsText = (): string => {
  try {
    return readFileSync("/proc/self/limits", "utf8")
  } catch {
    return ""
  }
}

/** How many connections a process with so many descriptors may have open, if so many processes share the machine. */
export const connectionsMaxFor = (descriptors: number, processes = 1): number =>
  Math.max(1, Math.floor(Math.min(connectionsCeiling / processes, descriptors * (1 - othersPart))))

/** How many connections this process may have open. */
export const connectionsMaxHere = (processes = 1): number =>
  connectionsMaxFor(descriptorLimitIn(limitsText()), processes)
