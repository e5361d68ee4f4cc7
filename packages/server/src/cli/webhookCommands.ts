import { type Command, json } from "./Command.ts"
import { statusOf } from "./flags.ts"

/** The commands for webhooks and their deliveries. */
export const webhookCommands: ReadonlyArray<Command> = [
  {
    words: ["webhooks", "list"],
    summary: "list the webhooks of all partners, with the time of their first failure",
    example: "quittance webhooks list --disabled",
    flags: [
      { name: "--partner", value: "NAME", help: "only this partner's" },
      { name: "--disabled", help: "only disabled webhooks" },
      json
    ],
    load: () => import("../command/webhooksList.ts")
  },
  {
    words: ["webhooks", "deliveries"],
    summary: "list the deliveries of a webhook, or the attempts of one delivery",
    example: "quittance webhooks deliveries whk_0199 --status failed",
    operands: [{ name: "ID", help: "of the webhook, whk_…, or of the delivery, dlv_…" }],
    flags: [
      statusOf(({ deliveryStatuses }) => deliveryStatuses),
      { name: "--event", value: "EVENT", help: "invoice.paid, payout.completed, …; default all" },
      json
    ],
    load: () => import("../command/webhooksDeliveries.ts")
  },
  {
    words: ["webhooks", "redeliver"],
    summary: "send the event of a delivery again",
    example: "quittance webhooks redeliver dlv_0199",
    operands: [{ name: "DELIVERY_ID", help: "of the delivery: dlv_…" }],
    flags: [json],
    load: () => import("../command/webhooksRedeliver.ts")
  }
]
