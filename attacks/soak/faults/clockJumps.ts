import { setTimeout as sleep } from "node:timers/promises"
import { standingOf } from "../laws/standing.ts"
import { count, type Soak } from "../Soak.ts"
import { replay } from "./replay.ts"

const second = 1_000
const minute = 60 * second

/** The clock jumps ahead for a while and back, and somebody replays what was captured before, meanwhile and after. */
export const jumpAhead = async (soak: Soak): Promise<void> => {
  const { clock, dice } = soak
  const jump = dice.oneOf([13 * second, 6 * minute, 11 * minute, 60 * minute, 120 * minute]) ?? minute
  count(soak, `clock jumps of ${jump / second} s`)
  await replay(soak)
  clock.set(jump)
  await sleep(dice.between(2, 15) * second)
  await replay(soak)
  clock.set(0)
  await sleep(100)
  await replay(soak)
  if ((await standingOf(soak)) === "held") soak.broken("the store is on hold after its clock jumped")
  await replay(soak)
}
