/**
 * Quittance as Effect layers, inside a host that is made of layers itself.
 *
 * The host brings its own settings and a service of its own on top of Quittance's. Its workers live in a
 * scope like everything else, so what ends the program ends them too. At the end the processing side loses an
 * answer, and the clock of the sandbox is moved to where the payout is looked up.
 *
 *     npx node --conditions=source examples/effect/main.ts
 */
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqliteStore } from "@quittance/adapters-sqlite"
import {
  AesGcmVault,
  Auditor,
  Balances,
  CryptoInvoices,
  defaultSettings,
  Ids,
  networkLabel,
  noFee,
  Partners,
  Payouts,
  Quittance,
  Sandbox,
  Settings,
  Worker
} from "@quittance/core"
import { balanceView, cryptoInvoiceView, payoutView } from "@quittance/core/adapter"
import { Console, Context, Effect, Layer, Schedule } from "effect"

/** What this deployment decides itself: half a percent on invoices, paid by the customer, and its links. */
const HostSettings = Layer.succeed(Settings, {
  ...defaultSettings,
  invoiceFee: { ...noFee, basisPoints: 50 },
  feePayer: "payer",
  publicUrl: "https://shop.example"
})

/** A service of the host: what its shop calls a checkout is an invoice of one partner. */
class Checkout extends Context.Service<
  Checkout,
  { readonly begin: (orderId: string, amount: number) => ReturnType<CryptoInvoices["Service"]["create"]> }
>()("example/Checkout") {
  static readonly layer = Layer.effect(
    Checkout,
    Effect.gen(function* () {
      const shop = yield* Effect.flatMap(Partners, (partners) => partners.ensure("shop"))
      const invoices = yield* CryptoInvoices
      return Checkout.of({
        begin: (orderId, amount) =>
          invoices.create(shop.id, { amount, network: "bsc", externalId: orderId, expiresInMinutes: 30 })
      })
    })
  )
}

/** Due work runs while this layer lives. A host with a process for each half leaves it out of one. */
const Workers = Layer.effectDiscard(Effect.flatMap(Worker, (worker) => Effect.forkScoped(worker.run)))

/** A folder that goes when the scope does. */
const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "quittance-effect-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

const StoreInFolder = Layer.unwrap(
  Effect.map(temporaryFolder, (folder) =>
    SqliteStore.layer({ filename: join(folder, "quittance.db"), mode: "sandbox" })
  )
)

/** From the top: the host's own, Quittance's services (in live mode `Quittance.layer`), their ground. */
const Host = Layer.mergeAll(Checkout.layer, Workers).pipe(
  Layer.provideMerge(Quittance.layerSandbox),
  Layer.provideMerge(
    Layer.mergeAll(
      StoreInFolder,
      AesGcmVault.layer(randomBytes(32).toString("base64")),
      Ids.layer,
      HostSettings
    )
  )
)

const program = Effect.gen(function* () {
  const checkout = yield* Checkout
  const payouts = yield* Payouts
  const sandbox = yield* Sandbox
  const settings = yield* Settings

  // Services speak in domain values, of integers and options. The views turn them into what the API shows.
  const { value: invoice } = yield* checkout.begin("order-1", 200)
  const { expectedAmount, netAmount, paymentLink } = cryptoInvoiceView(invoice, settings.publicUrl)
  yield* Console.log(`invoice: ${expectedAmount} expected, ${netAmount} of it for the shop`)
  yield* Console.log(`invoice: paid at ${new URL(paymentLink).origin}`)

  const { address, partnerId } = invoice.order
  yield* sandbox.deposit(partnerId, { address, amount: expectedAmount })
  const balances = yield* Balances
  yield* Console.log(`balance: ${balanceView(yield* balances.get(partnerId)).available} available`)

  // Refusals are in the type of the effect, and caught by their names.
  const wish = { amount: 100, address: "0x52908400098527886E0F7030069857D2E4169EE7", network: "bsc" }
  yield* payouts.create(partnerId, "too-large", { ...wish, amount: 500 }).pipe(
    Effect.asVoid,
    Effect.catchTag("InsufficientFunds", (refusal) => Console.log(`refused: ${refusal.message}`))
  )

  // The simulated processing side executes this payout and loses its answer. Nobody may send it again now.
  const note = "sandbox:no-answer-then-complete"
  const { value: order } = yield* payouts.create(partnerId, "payout-1", { ...wish, note })
  const unclear = yield* Effect.repeat(payouts.get(partnerId, order.id), {
    until: ({ _tag }) => _tag === "unknown",
    schedule: Schedule.spaced("20 millis")
  })
  yield* Console.log(`payout: ${unclear._tag} after ${unclear.attempts} attempt`)

  // The lookup is due after about 15 seconds. This answers when the work that became due was started.
  yield* sandbox.advanceClock({ seconds: 20 })
  const sent = yield* Effect.repeat(payouts.get(partnerId, order.id), {
    until: ({ _tag }) => _tag === "confirmed",
    schedule: Schedule.spaced("20 millis")
  })
  const { attempts, status } = payoutView(sent, networkLabel(settings, order.network))
  const transfers = yield* sandbox.transfers(partnerId, order.id)
  yield* Console.log(`payout: ${status} after ${attempts} attempts, ${transfers.length} transfer`)

  const { faults } = yield* Effect.flatMap(Auditor, (auditor) => auditor.verify)
  yield* Console.log(`ledger: ${faults.length} faults`)
})

await Effect.runPromise(Effect.provide(program, Host))
