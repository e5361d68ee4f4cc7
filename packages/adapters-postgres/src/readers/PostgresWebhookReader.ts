import type { WebhookReader } from "@quittance/core"
import type { Connections } from "../connect/Connections.ts"
import { notYet } from "../notYet.ts"

export const postgresWebhookReader = (_connections: Connections): WebhookReader["Service"] =>
  notYet("WebhookReader")
