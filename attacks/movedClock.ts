/**
 * Loaded before a victim (`--import`): its wall clock is ahead by the milliseconds that the file QUITTANCE_CLOCK_FILE
 * says.
 */
import { readFileSync } from "node:fs"

const file = process.env.QUITTANCE_CLOCK_FILE ?? ""
const lookMillis = 20
const realNow = Date.now.bind(Date)
let aheadMillis = 0

const look = (): void => {
  aheadMillis = Number(readFileSync(file, "utf8"))
}

look()
setInterval(look, lookMillis).unref()
Date.now = () => realNow() + aheadMillis
