import type { Ids, StorePorts } from "@quittance/core"
import type { Layer } from "effect"
import { networkFiguresChecks } from "../analytics/networkFiguresSuite.ts"
import { type CheckGroup, type Checks, runSuite } from "../Suite.ts"
import { analyticsReaderChecks } from "./analyticsReaderSuite.ts"
import { auditRollUpChecks } from "./auditRollUpSuite.ts"
import { auditChecks, wholeAuditChecks } from "./auditSuite.ts"
import { balanceEntryChecks } from "./balanceEntrySuite.ts"
import { batchReaderChecks } from "./batchReaderSuite.ts"
import { chainImportChecks } from "./chainImportSuite.ts"
import { chainChecks } from "./chainSuite.ts"
import { chainUpkeepChecks } from "./chainUpkeepSuite.ts"
import { claimErasureChecks } from "./claimErasureSuite.ts"
import { claimChecks } from "./claimSuite.ts"
import { commitContentChecks } from "./commitContentSuite.ts"
import { commitChecks } from "./commitSuite.ts"
import { dataKeysChecks } from "./dataKeysSuite.ts"
import { eventDeliveryChecks } from "./eventDeliverySuite.ts"
import { eventReaderChecks } from "./eventReaderSuite.ts"
import { guardChecks } from "./guardSuite.ts"
import { handedLeaseChecks } from "./handedLeaseSuite.ts"
import { invoiceMessageChecks } from "./invoiceMessageSuite.ts"
import { jobChecks } from "./jobSuite.ts"
import { kycMessageChecks } from "./kycMessageSuite.ts"
import { kycPictureChecks } from "./kycPictureSuite.ts"
import { limitChecks } from "./limitSuite.ts"
import { linkBaseChecks } from "./linkBaseSuite.ts"
import { listChecks } from "./listSuite.ts"
import { outboxChecks } from "./outboxSuite.ts"
import { refusedRequestsChecks } from "./refusedRequestsSuite.ts"
import { sandboxStoreChecks } from "./sandboxStoreSuite.ts"
import { searchChecks } from "./searchSuite.ts"
import { stateGroups } from "./stateSuite.ts"
import { storeHoldChecks } from "./storeHoldSuite.ts"
import { subscriberQueueChecks } from "./subscriberQueueSuite.ts"
import { transitWalletChecks } from "./transitWalletSuite.ts"
import { versionGuardChecks } from "./versionGuardSuite.ts"
import { waitingWorkChecks } from "./waitingWorkSuite.ts"
import { webhookDeliveryChecks } from "./webhookDeliverySuite.ts"
import { webhookEndpointChecks } from "./webhookEndpointSuite.ts"
import { webhookRetentionChecks } from "./webhookRetentionSuite.ts"
import { workQueueChecks } from "./workQueueSuite.ts"

/** Every check of every storage port, by subject. */
export const storeChecks = {
  audit: auditChecks,
  "audit of roll-ups": auditRollUpChecks,
  commits: commitChecks,
  "contents of commits": commitContentChecks,
  "guards of versions": versionGuardChecks,
  "events of a subject": eventReaderChecks,
  limits: limitChecks,
  claims: claimChecks,
  "claims given up": claimErasureChecks,
  networks: chainChecks,
  "upkeep of networks": chainUpkeepChecks,
  "what was read back from a network": chainImportChecks,
  ...listChecks,
  "balance entries": balanceEntryChecks,
  "figures of networks": networkFiguresChecks,
  searches: searchChecks,
  "messages about invoices": invoiceMessageChecks,
  batches: batchReaderChecks,
  "pictures of KYC sessions": kycPictureChecks,
  "messages about KYC sessions": kycMessageChecks,
  "transit wallets": transitWalletChecks,
  "webhook endpoints": webhookEndpointChecks,
  outbox: outboxChecks,
  "what waits for subscribers": subscriberQueueChecks,
  "webhook deliveries": webhookDeliveryChecks,
  "deliveries of events": eventDeliveryChecks,
  "retention of webhooks": webhookRetentionChecks,
  analytics: analyticsReaderChecks,
  jobs: jobChecks,
  "work queue": workQueueChecks,
  "leases that commits hand over": handedLeaseChecks,
  "what waits": waitingWorkChecks,
  guard: guardChecks,
  "refused requests": refusedRequestsChecks,
  "sandbox records": sandboxStoreChecks,
  "hold of the store": storeHoldChecks,
  "base of links": linkBaseChecks,
  "data keys": dataKeysChecks
} satisfies { readonly [subject: string]: Checks<StorePorts | Ids> }

const groupsOf = (bySubject: { readonly [subject: string]: Checks<StorePorts | Ids> }) =>
  Object.entries(bySubject).map(([subject, checks]) => ({ subject, checks }))

const { audit, "audit of roll-ups": auditOfRollUps, searches, ...others } = storeChecks

const groups: ReadonlyArray<CheckGroup<StorePorts | Ids>> = [
  // What reads all that there is comes first, while that is little.
  ...groupsOf({ audit, "audit of roll-ups": auditOfRollUps, searches }),
  ...stateGroups,
  ...groupsOf(others),
  // Last, over all that the other checks wrote.
  { subject: "audit of the whole store", checks: wholeAuditChecks }
]

/**
 * Proves that an adapter keeps every promise of every storage port. All checks run on one build of the layer, one after
 * the other; nobody else may use that store meanwhile. There is nothing to opt out of.
 */
export const storeSuite = (name: string, layer: Layer.Layer<StorePorts, unknown>): void =>
  runSuite(`storage ports (${name})`, layer, groups)
