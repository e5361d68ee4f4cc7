import { statSync } from "node:fs"
import { Auditor } from "@quittance/core"
import {
  allById,
  LinkBase,
  StoreHold,
  subscriberStandings,
  webhookEndpoint,
  webhookView
} from "@quittance/core/adapter"
import { Clock, Effect, Layer, Option } from "effect"
import type { ServeConfiguration } from "../../configuration/ServeConfiguration.ts"
import { linkBase } from "../../configuration/StoreConfiguration.ts"
import { storeName } from "../../configuration/StorePlace.ts"
import { readServicesLayer } from "../../start/services.ts"
import { partnerNames } from "../partnerNames.ts"
import { backupFinding } from "./backupFinding.ts"
import { type Finding, fault, ok } from "./Finding.ts"
import type { KnownReceiver } from "./outsideFindings.ts"
import { subscriberFindings } from "./subscriberFindings.ts"

/** What the store says, read only. */
export interface StoreFindings {
  readonly findings: ReadonlyArray<Finding>
  readonly receivers: ReadonlyArray<KnownReceiver>
  /** Where links lead that the server writes. */
  readonly links: string
}

const booksShownMax = 3

export const storeFindings = (configuration: ServeConfiguration): Effect.Effect<StoreFindings> => {
  const { store } = configuration
  const links = linkBase(configuration)
  const name = storeName(store)
  if (store._tag === "sqlite" && statSync(store.filename, { throwIfNoEntry: false }) === undefined)
    return Effect.succeed({
      findings: [
        fault(
          "store",
          `there is no store at ${name}: start the server first, or set QUITTANCE_DB to its file.`
        )
      ],
      receivers: [],
      links
    })
  return look(configuration).pipe(
    Effect.provide(Auditor.layer.pipe(Layer.provideMerge(readServicesLayer(configuration)))),
    Effect.catch((error) =>
      Effect.succeed({ findings: [fault("store", textOf(error))], receivers: [], links })
    )
  )
}

const textOf = (error: unknown): string => {
  const text = error instanceof Error && error.message !== "" ? error.message : String(error)
  return /[.!?]$/.test(text) ? text : `${text}.`
}

const look = (configuration: ServeConfiguration) =>
  Effect.gen(function* () {
    const hold = yield* Effect.flatMap(StoreHold, ({ current }) => current)
    const noted = yield* Effect.flatMap(LinkBase, ({ current }) => current)
    const endpoints = yield* allById(webhookEndpoint)
    const nameOf = yield* partnerNames(endpoints.map(({ order }) => order.partnerId))
    const receivers = endpoints
      .filter(({ _tag, order }) => _tag !== "deleted" && order.family !== "kyc")
      .flatMap((endpoint): ReadonlyArray<KnownReceiver> => {
        const { disabledReason, id, url } = webhookView(endpoint)
        const partner = nameOf(endpoint.order.partnerId)
        // What its partner switched off is no fault.
        if (disabledReason === "partner") return []
        return [
          { id, partner, url, disabledBecause: disabledReason === null ? undefined : because[disabledReason] }
        ]
      })
    const { faults } = yield* Effect.flatMap(Auditor, ({ verify }) => verify)
    const name = storeName(configuration.store)
    const now = yield* Clock.currentTimeMillis
    return {
      findings: [
        Option.isSome(hold)
          ? fault(
              "store",
              `${name} is on hold and takes no payouts: compare it with the processing side by quittance payouts release.`
            )
          : ok("store", `${name} opens.`),
        booksFinding(faults),
        backupFinding(configuration, now),
        ...subscriberFindings(yield* subscriberStandings, now)
      ],
      receivers,
      links: Option.getOrElse(noted, () => linkBase(configuration))
    }
  })

const because = {
  gone: "its receiver answered 410",
  failing: "all attempts failed for days"
} as const

const booksFinding = (faults: ReadonlyArray<string>): Finding => {
  if (faults.length === 0) return ok("books", "the ledger is in order.")
  const shown = faults.slice(0, booksShownMax).join("; ")
  const rest = faults.length > booksShownMax ? `; and ${faults.length - booksShownMax} more` : ""
  return fault("books", `the ledger is broken: ${shown}${rest}. quittance ledger verify shows all.`)
}
