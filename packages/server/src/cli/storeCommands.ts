import { type Command, json } from "./Command.ts"

/** The commands for a store as a whole. */
export const storeCommands: ReadonlyArray<Command> = [
  {
    words: ["store", "copy"],
    summary: "move a SQLite store to PostgreSQL; exit status 1 when the copy differs",
    flags: [
      {
        name: "--from",
        value: "STORE",
        required: true,
        help: "a SQLite file; no server may run on it, now and afterwards"
      },
      {
        name: "--to",
        value: "STORE",
        required: true,
        help: "a postgres:// URL: an empty database, or an unfinished copy to continue"
      },
      {
        name: "--ahead",
        help: "copy while servers run; a run without this flag finishes the copy"
      },
      {
        name: "--accept-faults",
        help: "finish even if `ledger verify` finds faults, and print them"
      },
      json
    ],
    load: () => import("../command/storeCopy.ts")
  },
  {
    words: ["store", "distribute"],
    summary: "experimental: spread the store over Citus for good; no server may run on it",
    flags: [
      {
        name: "--shards",
        value: "N",
        help: "more than you will ever have workers; default `citus.shard_count`"
      },
      json
    ],
    load: () => import("../command/storeDistribute.ts")
  },
  {
    words: ["store", "grants"],
    summary: "print the SQL of two PostgreSQL roles: for servers, and for readers",
    flags: [
      { name: "--worker", value: "ROLE", help: "the role of servers; default quittance_worker" },
      { name: "--reader", value: "ROLE", help: "the role that only reads; default quittance_reader" },
      {
        name: "--schema",
        value: "NAME",
        help: "the schema of the store; default: that in QUITTANCE_DB, or public"
      },
      json
    ],
    more: [
      "",
      "Run it as the owner of the tables, in the store's database:",
      "  quittance store grants | psql -1 -v ON_ERROR_STOP=1 postgres://OWNER@HOST/DATABASE",
      "Run it again after a table was partitioned. A role that is not there is made without a password. A server that",
      "asks for one (scram-sha-256) lets it in only after \\password ROLE in psql."
    ].join("\n"),
    load: () => import("../command/storeGrants.ts")
  }
]
