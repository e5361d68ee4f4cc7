import { type Command, json } from "./Command.ts"

/** The commands that help an integrator and an operator at a terminal. */
export const toolCommands: ReadonlyArray<Command> = [
  {
    words: ["sign"],
    summary: "print a request's string to sign, and a line of curl, in a sandbox",
    example: "quittance sign GET /api/v2/crypto/balance",
    operands: [
      { name: "METHOD", choices: ["GET", "POST", "PUT", "PATCH", "DELETE"], help: "{choices}" },
      { name: "PATH", help: "with the query, if any: /api/v2/crypto/payouts?limit=5" }
    ],
    flags: [
      { name: "--body", value: "TEXT", help: "the body, or @ and a file that holds it" },
      { name: "--idempotency-key", value: "KEY", help: "1 to 255 printable ASCII characters" },
      json
    ],
    load: () => import("../command/sandbox/sign.ts")
  },
  {
    words: ["trigger"],
    summary: "make an event happen in the sandbox, with all that leads to it",
    example: "quittance trigger crypto.invoice.paid",
    operands: [
      {
        name: "EVENT",
        choices: ({ accountWebhookEvents, fiatWebhookEvents }) => [
          ...fiatWebhookEvents,
          ...accountWebhookEvents
        ],
        help: "see below"
      }
    ],
    flags: [
      { name: "--partner", value: "NAME", help: "whose; default: that of sandbox-credentials.json" },
      json
    ],
    more: ({ accountWebhookEvents, fiatWebhookEvents }) =>
      `Events:\n${[...fiatWebhookEvents, ...accountWebhookEvents].map((each) => `  ${each}\n`).join("")}\nPayouts and expiries are the work of a server: one must run on the store.\n`,
    load: () => import("../command/sandbox/trigger.ts")
  },
  {
    words: ["listen"],
    summary: "relay a partner's webhooks to this machine, in a sandbox, until SIGINT",
    example: "quittance listen --forward-to http://localhost:4000/webhooks --events invoice.paid",
    flags: [
      {
        name: "--forward-to",
        value: "URL",
        required: true,
        help: "on this machine; gets what a webhook gets, signed with a secret that is printed"
      },
      { name: "--partner", value: "NAME", help: "whose; default: that of sandbox-credentials.json" },
      {
        name: "--events",
        value: "EVENT,…",
        many: true,
        choices: ({ accountWebhookEvents, fiatWebhookEvents }) => [
          ...fiatWebhookEvents,
          ...accountWebhookEvents
        ],
        help: "only these, see quittance help trigger; default all"
      },
      { ...json, help: "print a line of JSON for the start and for each event" }
    ],
    more: "No webhook is registered for it, and none is called or kept from being called.\n",
    load: () => import("../command/sandbox/listen.ts")
  },
  {
    words: ["statements", "export"],
    summary: "write a statement of a sandbox's simulated bank",
    example: "quittance statements export --account sandbox-eur --format camt.053 --output statement.xml",
    flags: [
      { name: "--account", value: "NAME", required: true, help: "as the configuration names it" },
      {
        name: "--format",
        value: "FORMAT",
        required: true,
        choices: ({ statementFormats }) => statementFormats,
        help: "{choices}"
      },
      { name: "--output", value: "FILE", help: "where to; default: the standard output" }
    ],
    more: "Customers transfer at the simulated bank on its page, or by POST /sandbox/v1/invoices/{id}/transfer.\n",
    load: () => import("../command/sandbox/statementExport.ts")
  },
  {
    words: ["doctor"],
    summary: "look at the whole set-up; exit status 1 when something is wrong",
    example: "quittance doctor",
    flags: [json],
    more: [
      "It looks at versions, configuration, disk, clock, store, books, backups, nodes, mail, receivers of webhooks",
      "and the server, and changes nothing.",
      ""
    ].join("\n"),
    load: () => import("../command/doctor/doctor.ts")
  },
  {
    words: ["init"],
    summary: "make a project that takes payments, with a test of its own",
    example: "quittance init payments --framework express",
    operands: [{ name: "FOLDER", help: "must be empty or not exist" }],
    flags: [
      {
        name: "--framework",
        value: "NAME",
        choices: ["node", "express", "fastify", "hono", "next"],
        required: true,
        help: "{choices}"
      },
      json
    ],
    load: () => import("../command/init.ts")
  },
  {
    words: ["completion"],
    summary: "print what makes a shell complete commands, flags and values",
    example: "quittance completion bash",
    operands: [{ name: "SHELL", choices: ["bash", "zsh", "fish"], help: "{choices}" }],
    flags: [],
    more: [
      "For good, in the start file of the shell:",
      "  bash, ~/.bashrc                       source <(quittance completion bash)",
      "  zsh, ~/.zshrc, after compinit         source <(quittance completion zsh)",
      "  fish, ~/.config/fish/config.fish      quittance completion fish | source",
      ""
    ].join("\n"),
    load: () => import("../command/completion.ts")
  }
]
