import { type Command, type Flag, json } from "./Command.ts"
import { partner } from "./flags.ts"

const acceptFaults: Flag = {
  name: "--accept-faults",
  help: "proceed even if `ledger verify` finds faults, and print them; never if the file is damaged"
}

/** The commands for a store as a whole. */
export const storeCommands: ReadonlyArray<Command> = [
  {
    words: ["ledger", "verify"],
    summary: "check the books; exit status 1 when an invariant is broken",
    example: "quittance ledger verify --json",
    flags: [json],
    load: () => import("../command/ledgerVerify.ts")
  },
  {
    words: ["backup"],
    summary: "copy a SQLite store while servers run, without documents and master key",
    example: "quittance backup ./quittance.backup",
    operands: [{ name: "FILE", help: "the file to create, mode 0600; must not exist" }],
    flags: [acceptFaults, json],
    load: () => import("../command/backup.ts")
  },
  {
    words: ["restore"],
    summary: "replace a SQLite store by a backup; payouts are then on hold",
    example: "quittance restore ./quittance.backup",
    operands: [{ name: "FILE", help: "the backup; no server may run on the store" }],
    flags: [acceptFaults, json],
    load: () => import("../command/restore.ts")
  },
  {
    words: ["store", "copy"],
    summary: "move a SQLite store to PostgreSQL; exit status 1 when the copy differs",
    example: "quittance store copy --from data/quittance.db --to postgres://me@host/money",
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
    example: "quittance store distribute",
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
    example: "quittance store grants --worker app --reader reports",
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
  },
  {
    words: ["search"],
    summary: "find records by an exact id, key, address, transaction or bank operation",
    example: "quittance search order-17 --partner shop",
    operands: [{ name: "VALUE", help: "the whole value; at most 20 of each partner are found, the newest" }],
    flags: [{ ...partner, help: "only this partner's records; default all" }, json],
    load: () => import("../command/search.ts")
  }
]
