import type { ClaimReader } from "@quittance/core"
import type { Connections } from "../connect/Connections.ts"
import { notYet } from "../notYet.ts"

export const postgresClaimReader = (_connections: Connections): ClaimReader["Service"] =>
  notYet("ClaimReader")
