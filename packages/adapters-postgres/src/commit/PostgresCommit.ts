import type { Store } from "@quittance/core"
import type { Connections } from "../connect/Connections.ts"
import type { JobChanges } from "../queue/JobChanges.ts"
import { notYet } from "../notYet.ts"

export const postgresCommit = (_connections: Connections, _jobChanges: JobChanges): Store["Service"] =>
  notYet("Store")
