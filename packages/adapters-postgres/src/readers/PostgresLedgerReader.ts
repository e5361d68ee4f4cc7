import type { LedgerReader } from "@quittance/core"
import type { Connections } from "../connect/Connections.ts"
import { notYet } from "../notYet.ts"

export const postgresLedgerReader = (_connections: Connections): LedgerReader["Service"] =>
  notYet("LedgerReader")
