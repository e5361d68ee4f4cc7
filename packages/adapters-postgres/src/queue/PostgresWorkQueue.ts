import type { WorkQueue } from "@quittance/core"
import type { Connections } from "../connect/Connections.ts"
import type { JobChanges } from "./JobChanges.ts"
import { notYet } from "../notYet.ts"

export const postgresWorkQueue = (_connections: Connections, _jobChanges: JobChanges): WorkQueue["Service"] =>
  notYet("WorkQueue")
