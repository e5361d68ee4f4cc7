import type { ListReader } from "@quittance/core"
import type { Connections } from "../connect/Connections.ts"
import { notYet } from "../notYet.ts"

export const postgresListReader = (_connections: Connections): ListReader["Service"] => notYet("ListReader")
