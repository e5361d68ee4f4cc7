import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { AnvilNode, anvilAccounts, DemoToken } from "@quittance/testing/chain"
import { type Attack, Broken, mustHold } from "./Attack.ts"
import { type InventedTransfer, LyingNode } from "./LyingNode.ts"
import { send, signRequest } from "./SignedClient.ts"
import { main, Victim } from "./Victim.ts"

const network = "ethereum"
const treasury = "0x00000000000000000000000000000000000000AA"
const unit = 1_000_000n
const invented = 49_500_000n

/** How long a payment may take to be credited: some blocks and readings. */
const creditMillisMax = 60_000

/** A server on a network of two nodes, of which the first lies, and what was truly paid there. */
class Shop {
  readonly folder = mkdtempSync(join(tmpdir(), "quittance-attack-"))
  readonly #node: AnvilNode
  readonly #token: DemoToken
  readonly #lying: LyingNode
  readonly #honest: LyingNode
  #victim: Victim | undefined
  #paid = 0
  #orders = 0

  private constructor(node: AnvilNode, token: DemoToken, lying: LyingNode, honest: LyingNode) {
    this.#node = node
    this.#token = token
    this.#lying = lying
    this.#honest = honest
  }

  static async open(): Promise<Shop> {
    const node = await AnvilNode.start(["--block-time", "1"])
    const token = await DemoToken.deploy(node)
    await token.mint(anvilAccounts.miner.address, 1_000_000n * unit)
    const shop = new Shop(node, token, await LyingNode.start(node), await LyingNode.start(node))
    shop.#configure([shop.#lying.url, shop.#honest.url])
    writeFileSync(join(shop.folder, "wallet.key"), `${anvilAccounts.wallet.privateKey}\n`)
    await shop.start()
    await shop.#command("wallet", "import", "--network", network, "--key-file", "wallet.key")
    await shop.#command("chain", "deploy", "--network", network)
    return shop
  }

  get lying(): LyingNode {
    return this.#lying
  }

  async start(): Promise<void> {
    await this.#victim?.end()
    this.#victim = await Victim.start({
      folder: this.folder,
      environment: { QUITTANCE_CONFIG: join(this.folder, "quittance.config.json") }
    })
  }

  /** The operator removes the node that lies. */
  startWithoutLiar(): Promise<void> {
    this.#configure([this.#honest.url])
    return this.start()
  }

  startWithBoth(): Promise<void> {
    this.#configure([this.#lying.url, this.#honest.url])
    return this.start()
  }

  async mine(blocks: number): Promise<void> {
    await this.#node.rpc("anvil_mine", [`0x${blocks.toString(16)}`])
    await sleep(3_000)
  }

  async invoice(): Promise<{ readonly id: string; readonly address: string }> {
    this.#orders += 1
    const wish = { amount: 10, network, externalId: `order-${this.#orders}` }
    const { invoice } = await this.#call<{
      readonly invoice: { readonly id: string; readonly address: string }
    }>("/api/v2/crypto/invoices", wish)
    return invoice
  }

  /** A customer pays an invoice, and it is credited soon. */
  async payHonestly(): Promise<void> {
    const { address, id } = await this.invoice()
    await this.#token.transfer(address, 10n * unit)
    await this.credited(id)
    await this.checkMoney()
  }

  async credited(id: string): Promise<void> {
    for (const begun = performance.now(); (await this.statusOf(id)) !== "paid"; await sleep(500))
      mustHold(performance.now() - begun < creditMillisMax, "an honest payment is not credited")
    this.#paid += 10
  }

  /** A customer pays, and the liar keeps it to itself. */
  async payHidden(): Promise<string> {
    const { address, id } = await this.invoice()
    this.#lying.hidesTo = address
    await this.#token.transfer(address, 10n * unit)
    return id
  }

  /** The liar tells of money for an invoice that nobody paid. */
  async invent(insists: InventedTransfer["insists"]): Promise<{ readonly id: string }> {
    const { address, id } = await this.invoice()
    const times = this.#lying.liedTimes
    await this.#lying.invent({ token: this.#token.address, to: address, value: invented, insists })
    for (const begun = performance.now(); this.#lying.liedTimes === times; await sleep(20)) {
      if (performance.now() - begun > 15_000) throw new Broken("nobody asked for the logs of the block")
      // The server asks about each block once, as soon as it is there.
      await this.#lying.invent({ token: this.#token.address, to: address, value: invented, insists })
    }
    return { id }
  }

  /** What is available is what was truly paid. */
  async checkMoney(): Promise<void> {
    const { balance } = await this.#call<{ readonly balance: { readonly available: number } }>(
      "/api/v2/crypto/balance"
    )
    mustHold(
      balance.available === this.#paid,
      `${balance.available} USDT are available, and ${this.#paid} were paid`
    )
  }

  async statusOf(id: string): Promise<string> {
    const { invoice } = await this.#call<{ readonly invoice: { readonly status: string } }>(
      `/api/v2/crypto/invoices/${id}`
    )
    return invoice.status
  }

  async close(): Promise<void> {
    await this.#victim?.end("SIGKILL")
    this.#lying.stop()
    this.#honest.stop()
    await this.#node.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  #configure(rpcUrls: ReadonlyArray<string>): void {
    const configuration = {
      networks: {
        [network]: {
          ...{ rpcUrls, chainId: 31_337, treasury, confirmations: 3, finality: 4, sweep: false },
          token: { address: this.#token.address, decimals: 6 },
          invoiceFee: { percent: 0, fixed: 0 }
        }
      }
    }
    writeFileSync(join(this.folder, "quittance.config.json"), JSON.stringify(configuration))
  }

  async #call<Answer>(path: string, fields?: object): Promise<Answer> {
    const victim = this.#victim
    if (victim === undefined) throw new Error("no server runs")
    const { body, status } = await send(victim, signRequest(victim.credentials, path, fields))
    mustHold(status === 200 || status === 201, `${path} answered ${status}: ${JSON.stringify(body)}`)
    return body as Answer
  }

  #command(...words: ReadonlyArray<string>): Promise<void> {
    const child = spawn(process.execPath, ["--conditions=source", main, ...words], {
      cwd: this.folder,
      env: {
        PATH: process.env.PATH,
        QUITTANCE_DB: join(this.folder, "quittance.db"),
        QUITTANCE_CONFIG: join(this.folder, "quittance.config.json")
      },
      stdio: ["ignore", "ignore", "pipe"]
    })
    let said = ""
    child.stderr.on("data", (chunk) => (said += chunk))
    return new Promise((resolve, reject) => {
      child.once("close", (status) =>
        status === 0 ? resolve() : reject(new Error(`quittance ${words.join(" ")}: ${said}`))
      )
    })
  }
}

const lieToShop = async (shop: Shop): Promise<ReadonlyArray<string>> => {
  const lines: Array<string> = []
  const unpaid: Array<string> = []
  const check = async (what: string): Promise<void> => {
    await shop.payHonestly()
    for (const id of unpaid)
      mustHold((await shop.statusOf(id)) !== "paid", `an invoice that nobody paid is paid, ${what}`)
    lines.push(`nothing invented is credited, and an honest payment is, ${what}`)
  }
  await check("before any lie")
  unpaid.push((await shop.invent("once")).id)
  await check("after a transfer was invented once")
  shop.lying.beHonest()
  await shop.start()
  await check("after a restart with both nodes")
  await shop.mine(80)
  await check("80 blocks later")
  unpaid.push((await shop.invent("in logs")).id)
  await check("while one is told in all answers about logs")
  await shop.startWithoutLiar()
  await check("without the node that lied")
  await shop.startWithBoth()
  unpaid.push((await shop.invent("in receipts")).id)
  await shop.mine(80)
  await check("while one is told in receipts too")
  await shop.start()
  await check("after a restart meanwhile")
  shop.lying.beHonest()
  const hidden = await shop.payHidden()
  await check("while the first node hides money that was paid")
  mustHold((await shop.statusOf(hidden)) !== "paid", "money is credited that one of two nodes denies")
  shop.lying.beHonest()
  await shop.credited(hidden)
  await check("after both show the money that was hidden")
  return lines
}

export const lyingNodes: Attack = {
  name: "lyingNodes",
  tries:
    "the first of two nodes invents transfers, once, always, and in receipts too, over restarts with and without it: nothing that the chain does not hold is credited, and what it holds is",
  run: async () => {
    const shop = await Shop.open()
    try {
      return await lieToShop(shop)
    } finally {
      await shop.close()
    }
  }
}
