/** The oldest supported Node.js, as in `engines` of the packages. */
const needed = "22.19"

/**
 * Refuses an older Node.js, on which the SQLite driver would end the process without a message. `index.ts`
 * imports this first, and adapters import core before their driver, so the driver is not loaded by then.
 * Platforms other than Node.js that declare no compatible version are accepted.
 */
export const requireNode = (found: string | undefined): void => {
  if (found === undefined || compareVersions(found, needed) >= 0) return
  throw new Error(`Quittance needs Node.js ${needed} or newer, and this is ${found}.`)
}

const compareVersions = (one: string, other: string): number => {
  const [major = 0, minor = 0] = one.split(".").map(Number)
  const [otherMajor = 0, otherMinor = 0] = other.split(".").map(Number)
  return major - otherMajor || minor - otherMinor
}

requireNode(globalThis.process?.versions?.node)
