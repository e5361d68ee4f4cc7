/** The oldest Node.js that everything runs on, as `engines` of the packages say. */
const needed = "22.19"

/**
 * Refuses an older Node.js, where the SQLite driver would end the process without a word. `index.ts` imports this before anything
 * else, and adapters import the core before what they adapt, so nothing of theirs is loaded by then. A platform that is no Node.js
 * and does not say which one it is like is let be.
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
