import { type Command, json } from "./Command.ts"

/** The configuration, the partners, what each is charged, and their keys. */
export const partnerCommands: ReadonlyArray<Command> = [
  {
    words: ["config", "check"],
    summary: "tell every fault of a configuration file; exit status 2 when it has any",
    operand: { name: "FILE", optional: true, help: "JSON or an ES module; default: what the server reads" },
    flags: [json],
    load: () => import("../command/configCheck.ts")
  },
  {
    words: ["config", "schema"],
    summary: "print the JSON Schema of the configuration file, for editors",
    flags: [],
    load: () => import("../command/configSchema.ts")
  },
  {
    words: ["partners", "list"],
    summary: "list the partners",
    flags: [json],
    load: () => import("../command/partnersList.ts")
  },
  {
    words: ["partners", "show"],
    summary: "show one partner and what it is charged",
    operand: { name: "NAME", help: "of the partner, or its id: prt_…" },
    flags: [json],
    load: () => import("../command/partnersShow.ts")
  },
  {
    words: ["terms", "show"],
    summary: "show what a partner is charged, and which of it are its own terms",
    flags: [{ name: "--partner", value: "NAME", required: true, help: "whose terms" }, json],
    load: () => import("../command/termsShow.ts")
  },
  {
    words: ["terms", "set"],
    summary: "change as whom a partner is paid, and what it is charged from now on",
    flags: [
      { name: "--partner", value: "NAME", required: true, help: "whose terms" },
      {
        name: "--payee",
        value: "NAME",
        help: "the name that customers read on payment pages and in e-mails; or default, for none"
      },
      {
        name: "--fee-payer",
        value: "WHO",
        choices: ["merchant", "payer", "default"],
        help: "who bears the invoice fee: merchant or payer; default: as the deployment says"
      },
      {
        name: "--invoice-fee",
        value: "FEE",
        many: true,
        help: "percent=1.5,fixed=0.3,min=1,max=50, any of these, in USDT; or default"
      },
      {
        name: "--payout-fee",
        value: "FEE",
        many: true,
        help: "the same by network: tron:percent=0.5,tron:fixed=2; or tron:default"
      },
      json
    ],
    load: () => import("../command/termsSet.ts")
  },
  {
    words: ["keys", "create"],
    summary: "make an API key; its secret is shown once",
    flags: [
      { name: "--partner", value: "NAME", required: true, help: "whose key; made when unknown" },
      { name: "--scopes", value: "SCOPE,…", many: true, help: "what it may do, see below; in live needed" },
      {
        name: "--allow-ip",
        value: "CIDR,…",
        many: true,
        help: "from where it may be used; default anywhere"
      },
      {
        name: "--bind",
        value: "MODE",
        choices: ["none", "idempotency", "query"],
        help: "what else is signed: none (sandbox's default), idempotency (live's default) or query"
      },
      { name: "--expires-in-days", value: "N", help: "1 to 3650; default never" },
      json
    ],
    load: () => import("../command/keysCreate.ts")
  },
  {
    words: ["keys", "list"],
    summary: "list the API keys of all partners",
    flags: [json],
    load: () => import("../command/keysList.ts")
  },
  {
    words: ["keys", "revoke"],
    summary: "revoke an API key for good",
    operand: { name: "ID", help: "of the key: key_…" },
    flags: [json],
    load: () => import("../command/keysRevoke.ts")
  },
  {
    words: ["keys", "reseal"],
    summary: "seal everything under the current master key, while servers run",
    flags: [{ name: "--check", help: "only tell which master keys are still needed" }, json],
    load: () => import("../command/keysReseal.ts")
  }
]
