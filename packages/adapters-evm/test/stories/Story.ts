import { assert } from "@effect/vitest"
import { Auditor, type QuittanceHost, SandboxClock, Worker } from "@quittance/core"
import { ChainJournal, ChainWallets } from "@quittance/core/adapter"
import type { Chance } from "@quittance/testing"
import { Effect, Metric, Option } from "effect"
import { formatUnits } from "viem"
import { ChainOperators } from "../../src/ChainOperators.ts"
import { hexOf } from "../../src/hex.ts"
import { Deployment, network } from "./Deployment.ts"
import { finality, payer, type StoryChain, treasury, unitsPerMinor } from "./StoryChain.ts"
import { UnreliableNode } from "./UnreliableNode.ts"

const privateKey = hexOf(payer.getHdKey().privateKey ?? new Uint8Array())
/** Longer than a lease: what a killed process held is free. */
const stepMillis = 31_000
/** What the partner has from the beginning. */
const givenMinor = 100_000_000_000n
const settlingMax = 80
/** Longer than any wait between two lookups of a payout. */
const lookupMillis = 86_400_000

const reversals = Metric.withAttributes(
  Metric.counter("quittance_alerts_total", {
    description: "Situations that need an operator",
    incremental: true
  }),
  { kind: "deposit.reversed" }
)

interface Invoice {
  readonly id: string
  readonly address: string
}

interface Payout {
  readonly number: number
  readonly amountMinor: bigint
  readonly recipient: string
}

/**
 * Deposits, payouts and sweeps of one network together, through the whole host, while the node fails, blocks are
 * replaced and processes are killed. In the end network, journal and ledger agree to the unit.
 */
export class Story {
  readonly chance: Chance
  readonly world: StoryChain
  readonly node: UnreliableNode
  readonly deployment: Deployment
  readonly invoices: Array<Invoice> = []
  readonly payouts: Array<Payout> = []
  /** The transfers that counted at the last look, as far as is known. */
  counted: ReadonlySet<string> = new Set()
  reversed = 0
  partnerId = ""
  #made = 0

  /**
   * `killPoint` says at which point the next process is killed: commits, questions to the node, and answers are such
   * points.
   */
  constructor(chance: Chance, world: StoryChain, killPoint: (node: UnreliableNode) => number) {
    this.chance = chance
    this.world = world
    this.node = new UnreliableNode(chance)
    this.deployment = new Deployment(world, this.node, () => killPoint(this.node))
  }

  async begin(): Promise<void> {
    await this.#well(async (host) => {
      this.partnerId = (await host.partners.ensure("shop")).id
      await host.balances.adjust(this.partnerId, {
        amount: String(givenMinor / 1_000_000n),
        reason: "to pay out"
      })
      await onOperators(host, (operators) => operators.importWallet(network, privateKey))
      await onOperators(host, (operators) => operators.deploy(network))
      await look(host)
    })
    await this.world.begin()
    for (let each = 0; each < 3; each++) await this.invoice()
  }

  async invoice(): Promise<void> {
    this.#made += 1
    const wish = { amount: 10 + this.chance.below(90), network, externalId: `order-${this.#made}` }
    const made = await this.deployment.run((host) => host.cryptoInvoices.create(this.partnerId, wish))
    if (Option.isSome(made)) this.invoices.push(made.value)
  }

  async pay(): Promise<void> {
    const invoice = this.chance.oneOfAny(this.invoices)
    if (invoice === undefined) return
    const whole = BigInt(1 + this.chance.below(90)) * 1_000_000n * unitsPerMinor
    const what = this.chance.below(8)
    if (what === 0) await this.world.payInOtherTokens(invoice.address, whole)
    else if (what === 1) await this.world.pay(invoice.address, 0n)
    else if (what === 2) await this.world.pay(invoice.address, unitsPerMinor - 1n)
    else if (what === 3) {
      const other = this.chance.oneOfAny(this.invoices) ?? invoice
      await this.world.payTwice([invoice.address, other.address], whole)
    } else await this.world.pay(invoice.address, whole + BigInt(this.chance.below(1_000_000)))
  }

  async payOut(): Promise<void> {
    const number = this.payouts.length
    const payout: Payout = {
      number,
      amountMinor: BigInt(2 + this.chance.below(50)) * 1_000_000n,
      recipient: `0x${(0x1000 + number).toString(16).padStart(40, "0")}`
    }
    this.payouts.push(payout)
    await this.deployment.run((host) => this.#requested(host, payout))
  }

  /** Time passes, and all work that is due is done. */
  async look(): Promise<void> {
    await this.deployment.run(look)
    for (const { address, id } of this.invoices) {
      const view = await this.deployment.run((host) => host.cryptoInvoices.get(this.partnerId, id))
      if (Option.isNone(view)) continue
      const most = sumMinor(this.world.everDeep(address))
      assert.isAtMost(
        Number(minorOf(view.value.paidAmount)),
        Number(most),
        `${address} was credited too early`
      )
    }
  }

  /** An operator sweeps while blocks are made. */
  async sweep(): Promise<void> {
    const { mine } = this
    await this.deployment.run(async (host) => {
      const pace = Effect.forever(Effect.andThen(Effect.promise(mine), advance(stepMillis)))
      await host.runtime.runPromise(
        Effect.raceFirst(
          Effect.flatMap(Effect.serviceOption(ChainOperators), (operators) =>
            Effect.ignore(Option.getOrThrow(operators).sweep(network))
          ),
          pace
        )
      )
    })
  }

  readonly mine = (): Promise<void> => this.world.mine(1)

  /**
   * After a look past every fault: what is credited is on the network, and was deep enough; what is deep enough is
   * credited.
   */
  async check(): Promise<void> {
    await this.#well(look)
    await this.#well(async (host) => {
      await look(host)
      const moves = await this.world.moves()
      const deep = new Set((await this.world.deep()).map(({ key }) => key))
      for (const { address, id } of this.invoices) {
        const to = moves.filter((move) => move.to === address.toLowerCase())
        const paid = minorOf((await host.cryptoInvoices.get(this.partnerId, id)).paidAmount)
        const least = sumMinor(to.filter(({ key }) => deep.has(key)))
        const most = sumMinor(to.filter((move) => this.world.wasEverDeep(move)))
        assert.isAtLeast(Number(paid), Number(least), `${address} was not credited what is deep enough`)
        assert.isAtMost(Number(paid), Number(most), `${address} was credited too much, or too early`)
      }
      const owned = new Set(this.invoices.map(({ address }) => address.toLowerCase()))
      const there = new Set(moves.map(({ key }) => key))
      const gone = [...this.counted].filter((key) => !there.has(key)).length
      const alerts = await host.runtime.runPromise(
        Effect.map(Metric.value(reversals), ({ count }) => Number(count))
      )
      if (gone > 0) assert.isAbove(alerts, this.reversed, "a credit was reversed without an alert")
      this.reversed = alerts
      this.counted = new Set(
        moves
          .filter(({ key, to, value }) => deep.has(key) && owned.has(to) && value >= unitsPerMinor)
          .map(({ key }) => key)
      )
    })
  }

  /** Nothing more happens and the node behaves, until everything has its end. */
  async settle(): Promise<void> {
    for (const payout of this.payouts) await this.#well((host) => this.#requested(host, payout))
    for (let round = 0; round < settlingMax; round++) {
      await this.#well(look)
      await this.world.mine(1)
      const left = await this.#well((host) =>
        host.runtime.runPromise(
          Effect.flatMap(ChainWallets, (wallets) =>
            Effect.map(
              Effect.all([wallets.queued(network, 1), wallets.open(network)]),
              (lists) => lists.flat().length
            )
          )
        )
      )
      if (left === 0 && round > finality) break
    }
    // What a killed process did not record of a payout is found by a later lookup.
    for (let round = 0; round < 4; round++) {
      await this.#well((host) => host.runtime.runPromise(advance(lookupMillis)))
      await this.#well(look)
    }
  }

  /** Network, journal and ledger. */
  async reckon(): Promise<void> {
    await this.#well(async (host) => {
      const moves = await this.world.moves()
      const wallet = payer.address.toLowerCase()
      const owned = new Map(this.invoices.map(({ address, id }) => [address.toLowerCase(), id]))

      for (const payout of this.payouts) {
        const view = await this.#requested(host, payout)
        const { status } = await host.payouts.get(this.partnerId, view.id)
        const made = moves.filter(({ to }) => to === payout.recipient)
        assert.strictEqual(status, "COMPLETED", `payout ${payout.number}`)
        assert.deepStrictEqual(
          made.map(({ from, value }) => [from, value]),
          [[wallet, payout.amountMinor * unitsPerMinor]],
          `payout ${payout.number}`
        )
      }
      const out = moves.filter(({ from }) => from === wallet)
      assert.lengthOf(out, this.payouts.length)

      const incoming = moves.filter(({ to, value }) => owned.has(to) && value > 0n)
      const journal = await host.runtime.runPromise(
        Effect.flatMap(ChainJournal, (found) => found.transfersAbove(network, 0))
      )
      assert.deepStrictEqual(
        journal
          .filter(({ isDropped }) => !isDropped)
          .map(({ address, txHash, value }) => `${txHash} ${address.toLowerCase()} ${value}`)
          .sort(),
        incoming.map(({ hash, to, value }) => `${hash} ${to} ${value}`).sort()
      )

      const byAddress = [...Map.groupBy(incoming, ({ to }) => to).values()]
      const received = byAddress.reduce((sum, to) => sum + sumMinor(to), 0n)
      const paidOut = this.payouts.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
      const balance = await host.balances.get(this.partnerId)
      // A credit that was reversed is an adjustment.
      assert.deepStrictEqual(
        [balance.received + balance.adjustments, balance.paidOut, balance.pending, balance.available].map(
          minorOf
        ),
        [received + givenMinor, paidOut, 0n, received + givenMinor - paidOut]
      )

      const swept = moves.filter(({ to }) => to === treasury.toLowerCase())
      for (const { from } of swept) assert.isTrue(owned.has(from), `${from} was swept`)
      for (const [address] of owned) {
        const came = moves.filter(({ to }) => to === address).reduce((sum, { value }) => sum + value, 0n)
        const left = swept.filter(({ from }) => from === address).reduce((sum, { value }) => sum + value, 0n)
        const lies = await this.world.chain.balanceOf(this.world.token, address as `0x${string}`)
        assert.strictEqual(lies, came - left, address)
      }
      const report = await onOperators(host, (operators) => operators.reconcile(network))
      assert.deepStrictEqual(report.differences, [])
      const remainder = unitsOf(incoming) - received * unitsPerMinor
      assert.strictEqual(report.remainder, formatUnits(remainder, 18))
      const audit = await host.runtime.runPromise(Effect.flatMap(Auditor, ({ verify }) => verify))
      assert.deepStrictEqual(audit.faults, [])
    })
  }

  #requested(host: QuittanceHost, { amountMinor, number, recipient }: Payout) {
    const wish = { amount: Number(amountMinor) / 1_000_000, address: recipient, network }
    return host.payouts.create(this.partnerId, `payout-${number}`, wish)
  }

  /** Past every fault; a process that was to be killed may still be, and the next one does it. */
  async #well<A>(work: (host: QuittanceHost) => Promise<A>): Promise<A> {
    this.node.isWell = true
    try {
      for (;;) {
        const done = await this.deployment.run(work)
        if (Option.isSome(done)) return done.value
      }
    } finally {
      this.node.isWell = false
    }
  }
}

const advance = (millis: number) =>
  Effect.flatMap(Effect.serviceOption(SandboxClock), (clock) => Option.getOrThrow(clock).advance(millis))

const look = (host: QuittanceHost): Promise<unknown> =>
  host.runtime.runPromise(
    Effect.andThen(
      advance(stepMillis),
      Effect.flatMap(Worker, (worker) => worker.drain)
    )
  )

const onOperators = <A, E>(
  host: QuittanceHost,
  use: (operators: ChainOperators["Service"]) => Effect.Effect<A, E>
): Promise<A> =>
  host.runtime.runPromise(
    Effect.flatMap(Effect.serviceOption(ChainOperators), (operators) => use(Option.getOrThrow(operators)))
  )

const minorOf = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000))

const unitsOf = (moves: ReadonlyArray<{ readonly value: bigint }>): bigint =>
  moves.reduce((sum, { value }) => sum + value, 0n)

/** What an address received: all its units, rounded down once. */
const sumMinor = (moves: ReadonlyArray<{ readonly value: bigint }>): bigint => unitsOf(moves) / unitsPerMinor
