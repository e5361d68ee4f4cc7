import type { Guard } from "@quittance/core"
import type { Connections } from "./connect/Connections.ts"
import { notYet } from "./notYet.ts"

export const postgresGuard = (_connections: Connections): Guard["Service"] => notYet("Guard")
