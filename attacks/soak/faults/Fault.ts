import type { Soak } from "../Soak.ts"
import { jumpAhead } from "./clockJumps.ts"
import { killAll, killOne, restart } from "./kills.ts"
import { fillDisk, troubleReceivers } from "./outsideTroubles.ts"
import { putOldCopyBack, restore } from "./restores.ts"
import { tearLog } from "./tornLog.ts"

/** What goes wrong, each until it has settled. */
export const faults = {
  killOne,
  killAll,
  restart,
  restore,
  putOldCopyBack,
  tearLog,
  jumpAhead,
  fillDisk,
  troubleReceivers
} as const satisfies { readonly [name: string]: (soak: Soak) => Promise<void> }

export type FaultName = keyof typeof faults

export const faultWeights: { readonly [N in FaultName]: number } = {
  killOne: 2,
  killAll: 2,
  restart: 1,
  restore: 2,
  putOldCopyBack: 2,
  tearLog: 2,
  jumpAhead: 3,
  fillDisk: 2,
  troubleReceivers: 1
}
