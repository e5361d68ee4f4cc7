import type { AuditReader } from "@quittance/core"
import type { Connections } from "../connect/Connections.ts"
import { notYet } from "../notYet.ts"

export const postgresAuditReader = (_connections: Connections): AuditReader["Service"] =>
  notYet("AuditReader")
