import type { StoreHold } from "@quittance/core"
import type { Connections } from "./connect/Connections.ts"
import { notYet } from "./notYet.ts"

export const postgresStoreHold = (_connections: Connections): StoreHold["Service"] => notYet("StoreHold")
