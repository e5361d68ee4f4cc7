import { approvalCommands } from "./approvalCommands.ts"
import { brandingCommands } from "./brandingCommands.ts"
import type { Command } from "./Command.ts"
import { chainCommands } from "./chainCommands.ts"
import { fiatCommands } from "./fiatCommands.ts"
import { kycCommands } from "./kycCommands.ts"
import { moneyCommands } from "./moneyCommands.ts"
import { partnerCommands } from "./partnerCommands.ts"
import { personCommands } from "./personCommands.ts"
import { processes } from "./processesIn.ts"
import { statementCommands } from "./statementCommands.ts"
import { storeCommands } from "./storeCommands.ts"
import { toolCommands } from "./toolCommands.ts"
import { webhookCommands } from "./webhookCommands.ts"

/** Every command, in the order of the help. */
export const commands: ReadonlyArray<Command> = [
  {
    words: ["serve"],
    summary: "run the server until SIGTERM or SIGINT",
    example: "quittance serve --processes 2",
    flags: [processes],
    load: () => import("../command/serve.ts")
  },
  ...partnerCommands,
  ...brandingCommands,
  ...personCommands,
  ...approvalCommands,
  ...storeCommands,
  ...moneyCommands,
  ...fiatCommands,
  ...statementCommands,
  ...chainCommands,
  ...kycCommands,
  ...webhookCommands,
  ...toolCommands
]
