import { type Command, type Flag, json } from "./Command.ts"

const network: Flag = { name: "--network", value: "NAME", required: true, help: "of the configuration file" }

/** The commands for networks on which the server acts by itself. */
export const chainCommands: ReadonlyArray<Command> = [
  {
    words: ["wallet", "import"],
    summary: "add a wallet for payouts: its key, or its address if a signer holds the key",
    example: "quittance wallet import --network ethereum --key-file wallet.key",
    flags: [
      network,
      {
        name: "--key-file",
        value: "FILE",
        help: "one line: 0x and 64 hex digits; - is the standard input"
      },
      {
        name: "--address",
        value: "ADDRESS",
        help: "instead of a key: the configured signer holds it"
      },
      json
    ],
    load: async () => ({ run: (await import("../command/wallets.ts")).importWallet })
  },
  {
    words: ["wallet", "create"],
    summary: "create a wallet for payouts; its key is only in the store",
    example: "quittance wallet create --network ethereum",
    flags: [network, json],
    load: async () => ({ run: (await import("../command/wallets.ts")).createWallet })
  },
  {
    words: ["wallet", "list"],
    summary: "list the wallets",
    example: "quittance wallet list",
    flags: [{ name: "--network", value: "NAME", help: "only of this network; default all" }, json],
    load: async () => ({ run: (await import("../command/wallets.ts")).listWallets })
  },
  {
    words: ["chain", "deploy"],
    summary: "deploy the contract for deposit addresses on a network, once",
    example: "quittance chain deploy --network ethereum",
    flags: [network, json],
    load: async () => ({ run: (await import("../command/depositContracts.ts")).deployContracts })
  },
  {
    words: ["chain", "status"],
    summary: "show how far a network was read, and what its wallets hold and have to send",
    example: "quittance chain status --network ethereum",
    flags: [network, json],
    load: () => import("../command/chainStatus.ts")
  },
  {
    words: ["chain", "sweep"],
    summary: "move the money of deposit addresses to the treasury",
    example: "quittance chain sweep --network ethereum",
    flags: [network, json],
    load: async () => ({ run: (await import("../command/depositContracts.ts")).sweepAddresses })
  },
  {
    words: ["chain", "reconcile"],
    summary: "compare chain, journal and ledger; exit status 1 when they differ",
    example: "quittance chain reconcile --network ethereum",
    flags: [
      network,
      {
        name: "--from-block",
        value: "NUMBER",
        help: "compare from this block on; default: from the beginning"
      },
      {
        name: "--import",
        help: "after a restore: record the transactions of the wallets that the store does not know"
      },
      {
        name: "--acknowledge",
        value: "HASH",
        help: "accept the differences that name this transaction or address: they count no more"
      },
      { name: "--reason", value: "TEXT", help: "why, with --acknowledge" },
      { name: "--by", value: "NAME", help: "who, with --acknowledge; default: the user" },
      json
    ],
    load: () => import("../command/chainReconcile.ts")
  },
  {
    words: ["chain", "match"],
    summary: "match payouts to transactions that were read back after a restore",
    example: "quittance chain match --network ethereum --all",
    flags: [
      network,
      { name: "--transaction", value: "HASH", help: "a transaction that chain reconcile lists" },
      {
        name: "--payout",
        value: "ID",
        help: "the payout that it paid; none if it paid no payout of this store"
      },
      {
        name: "--all",
        help: "instead: match each waiting payout to the oldest transaction that looks like it"
      },
      json
    ],
    load: () => import("../command/chainMatch.ts")
  },
  {
    words: ["chain", "pause"],
    summary: "stop signing transactions on a network",
    example: "quittance chain pause --network ethereum",
    flags: [network, json],
    load: async () => ({ run: (await import("../command/pauseChain.ts")).pauseChain })
  },
  {
    words: ["chain", "resume"],
    summary: "sign transactions on a network again",
    example: "quittance chain resume --network ethereum",
    flags: [network, json],
    load: async () => ({ run: (await import("../command/pauseChain.ts")).resumeChain })
  }
]
