import type { KycReader } from "@quittance/core"
import type { Connections } from "../connect/Connections.ts"
import { notYet } from "../notYet.ts"

export const postgresKycReader = (_connections: Connections): KycReader["Service"] => notYet("KycReader")
