import type { Soak } from "../Soak.ts"
import { jumpAhead } from "./clockJumps.ts"
import { crashDatabase, endBackends, endEverything, putOldServerBack } from "./database.ts"
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
  troubleReceivers,
  endBackends,
  crashDatabase,
  endEverything,
  putOldServerBack
} as const satisfies { readonly [name: string]: (soak: Soak) => Promise<void> }

export type FaultName = keyof typeof faults

export type StoreKind = "sqlite" | "postgres"

/** How often each one comes, on each kind of store. */
export const faultWeights: { readonly [S in StoreKind]: { readonly [N in FaultName]?: number } } = {
  sqlite: {
    killOne: 2,
    killAll: 2,
    restart: 1,
    restore: 2,
    putOldCopyBack: 2,
    tearLog: 2,
    jumpAhead: 3,
    fillDisk: 2,
    troubleReceivers: 1
  },
  postgres: {
    killOne: 2,
    killAll: 2,
    restart: 1,
    endBackends: 3,
    crashDatabase: 3,
    endEverything: 3,
    putOldServerBack: 2,
    jumpAhead: 2,
    fillDisk: 2,
    troubleReceivers: 1
  }
}
