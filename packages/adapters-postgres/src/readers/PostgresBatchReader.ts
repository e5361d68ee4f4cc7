import type { BatchReader } from "@quittance/core"
import type { Connections } from "../connect/Connections.ts"
import { notYet } from "../notYet.ts"

export const postgresBatchReader = (_connections: Connections): BatchReader["Service"] =>
  notYet("BatchReader")
