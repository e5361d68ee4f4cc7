import type { StateReader } from "@quittance/core"
import type { Connections } from "../connect/Connections.ts"
import { notYet } from "../notYet.ts"

export const postgresStateReader = (_connections: Connections): StateReader["Service"] =>
  notYet("StateReader")
