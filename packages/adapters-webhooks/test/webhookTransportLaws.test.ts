import { webhookTransportSuite } from "@quittance/testing"
import { UndiciTransport } from "../src/index.ts"

/** The transport keeps the promises of its port, with limits as short as the patience of a test. */
webhookTransportSuite(
  "undici",
  UndiciTransport.layer({ allowLoopback: true, connectMillisMax: 1_000, answerMillisMax: 2_000 })
)
