import type { DataKeys } from "@quittance/core"
import type { Connections } from "./connect/Connections.ts"
import { notYet } from "./notYet.ts"

export const postgresDataKeys = (_connections: Connections): DataKeys["Service"] => notYet("DataKeys")
