import type { SandboxStore } from "@quittance/core"
import type { Connections } from "./connect/Connections.ts"
import { notYet } from "./notYet.ts"

export const postgresSandboxStore = (_connections: Connections): SandboxStore["Service"] =>
  notYet("SandboxStore")
