import { type Command, json } from "./Command.ts"
import { processes } from "./processesIn.ts"

/** The commands for configuration, partners, terms and keys. */
export const partnerCommands: ReadonlyArray<Command> = [
  {
    words: ["config", "check"],
    summary: "print what a start would refuse; exit status 2 if there is anything",
    example: "quittance config check",
    operands: [
      { name: "FILE", optional: true, help: "JSON or an ES module; default: what the server reads" }
    ],
    flags: [processes, json],
    load: async () => ({ run: (await import("../command/config.ts")).checkConfig })
  },
  {
    words: ["config", "schema"],
    summary: "print the JSON Schema of the configuration file, for editors",
    example: "quittance config schema",
    flags: [],
    load: async () => ({ run: (await import("../command/config.ts")).printSchema })
  },
  {
    words: ["partners", "list"],
    summary: "list the partners",
    example: "quittance partners list",
    flags: [json],
    load: () => import("../command/partnersList.ts")
  },
  {
    words: ["partners", "show"],
    summary: "show one partner and its fees",
    example: "quittance partners show shop",
    operands: [{ name: "NAME", help: "of the partner, or its id: prt_…" }],
    flags: [json],
    load: () => import("../command/partnersShow.ts")
  },
  {
    words: ["terms", "show"],
    summary: "show the fees of a partner, and which of them are its own terms",
    example: "quittance terms show --partner shop",
    flags: [{ name: "--partner", value: "NAME", required: true, help: "whose terms" }, json],
    load: async () => ({ run: (await import("../command/terms.ts")).showTerms })
  },
  {
    words: ["terms", "set"],
    summary: "change the payee name, the time zone and the fees of a partner, from now on",
    example:
      "quittance terms set --partner shop --invoice-fee percent=0.8,max=50 --payout-fee tron:fixed=1.5",
    flags: [
      { name: "--partner", value: "NAME", required: true, help: "whose terms" },
      {
        name: "--payee",
        value: "NAME",
        help: "the name that customers see on payment pages and in e-mails; or default, for none"
      },
      {
        name: "--time-zone",
        value: "ZONE",
        help: "in which its people read instants: a name such as Europe/Berlin; or default, for UTC"
      },
      {
        name: "--fee-payer",
        value: "WHO",
        choices: ({ FeePayer }) => [...FeePayer.literals, "default"],
        help: "who pays the invoice fee: merchant or payer; default: the deployment's setting"
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
    load: async () => ({ run: (await import("../command/terms.ts")).setTerms })
  },
  {
    words: ["keys", "create"],
    summary: "create an API key; its secret is shown once",
    example: 'quittance keys create --partner shop --name "second till" --scopes crypto:read,crypto:write',
    flags: [
      { name: "--partner", value: "NAME", help: "owner of the key; created if unknown" },
      { name: "--operator", help: "a key of the operators for /api/operator/v1, without --partner" },
      { name: "--name", value: "TEXT", help: "what to call the key, such as: checkout; 1 to 100 characters" },
      {
        name: "--scopes",
        value: "SCOPE,…",
        many: true,
        choices: ({ GrantedScope, operatorScopes }) => [...GrantedScope.literals, ...operatorScopes],
        help: "permissions of the key, see below; required in live mode"
      },
      {
        name: "--allow-ip",
        value: "CIDR,…",
        many: true,
        help: "addresses that may use the key; default any; in live, --operator needs some"
      },
      {
        name: "--bind",
        value: "MODE",
        choices: ({ BindMode }) => BindMode.literals,
        help: "what else is signed: none (default in sandbox), idempotency (default in live) or query"
      },
      { name: "--expires-in-days", value: "N", help: "1 to 3650; default never" },
      json
    ],
    more: ({ operatorScopes, scopeFamilies }) =>
      `Scopes. In live mode a key takes scopes of one family; in a sandbox the default is * (all):\n${scopeFamilies.map((family) => `  ${family.join(", ")}\n`).join("")}With --operator a key takes these, by default * (all):\n  ${[":read", ":write"].map((may) => operatorScopes.filter((scope) => scope.endsWith(may)).join(", ")).join(",\n  ")}\n`,
    load: () => import("../command/keysCreate.ts")
  },
  {
    words: ["keys", "list"],
    summary: "list the API keys of all partners, or of one; never a secret",
    example: "quittance keys list --partner shop",
    flags: [{ name: "--partner", value: "NAME", help: "whose keys, by name or id; default all" }, json],
    load: async () => ({ run: (await import("../command/issuedKeys.ts")).listKeys })
  },
  {
    words: ["keys", "revoke"],
    summary: "revoke an API key permanently",
    example: "quittance keys revoke key_0199",
    operands: [{ name: "ID", help: "of the key: key_…" }],
    flags: [json],
    load: async () => ({ run: (await import("../command/issuedKeys.ts")).revokeKey })
  },
  {
    words: ["keys", "reseal"],
    summary: "re-encrypt all secrets under the current master key, while servers run",
    example: "quittance keys reseal --check",
    flags: [{ name: "--check", help: "only print which master keys are still needed" }, json],
    load: () => import("../command/keysReseal.ts")
  }
]
