import type { TransitReader } from "@quittance/core"
import type { Connections } from "../connect/Connections.ts"
import { notYet } from "../notYet.ts"

export const postgresTransitReader = (_connections: Connections): TransitReader["Service"] =>
  notYet("TransitReader")
