/**
 * `npm run attack` runs every attack, one after the other, each on a server of its own; `npm run attack -- NAME …`
 * those named. Prints what was tried and what happened. The exit status is 1 when anything broke.
 */
import type { Attack } from "./Attack.ts"
import { clockJump } from "./clockJump.ts"
import { costlyReads } from "./costlyReads.ts"
import { fuzz } from "./fuzz.ts"
import { hugeBodies } from "./hugeBodies.ts"
import { lyingNodes } from "./lyingNodes.ts"
import { pictureBombs } from "./pictureBombs.ts"
import { silentConnections } from "./silentConnections.ts"
import { slowDatabase } from "./slowDatabase.ts"
import { slowUploads } from "./slowUploads.ts"
import { unreadAnswers } from "./unreadAnswers.ts"
import { vanishedFile } from "./vanishedFile.ts"

const attacks: ReadonlyArray<Attack> = [
  unreadAnswers,
  silentConnections,
  slowUploads,
  hugeBodies,
  costlyReads,
  clockJump,
  slowDatabase,
  vanishedFile,
  lyingNodes,
  pictureBombs,
  fuzz
]

const named = process.argv.slice(2)
const unknown = named.filter((name) => !attacks.some((attack) => attack.name === name))
if (unknown.length > 0) {
  console.error(
    `no attack is called ${unknown.join(", ")}; there are ${attacks.map(({ name }) => name).join(", ")}`
  )
  process.exit(2)
}

/** With what is behind it: a fetch that failed says so only there. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${reasonOf(error.cause)}`
}

let broken = 0
for (const { name, run, tries } of attacks.filter(
  (attack) => named.length === 0 || named.includes(attack.name)
)) {
  console.log(`\n${name}: ${tries}`)
  const begun = performance.now()
  try {
    for (const line of await run()) console.log(`  ${line}`)
    console.log(`  held (${Math.round((performance.now() - begun) / 1000)} s)`)
  } catch (error) {
    broken += 1
    console.log(`  BROKEN: ${reasonOf(error)}`)
  }
}
console.log(`\n${broken === 0 ? "everything held" : `${broken} broken`}`)
process.exitCode = broken === 0 ? 0 : 1
