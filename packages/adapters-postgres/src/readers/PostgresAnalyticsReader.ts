import type { AnalyticsReader } from "@quittance/core"
import type { Connections } from "../connect/Connections.ts"
import { notYet } from "../notYet.ts"

export const postgresAnalyticsReader = (_connections: Connections): AnalyticsReader["Service"] =>
  notYet("AnalyticsReader")
