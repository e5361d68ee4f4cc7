import {
  accountBalancesOf,
  BatchReader,
  bandsOf,
  batch,
  batchTallyOf,
  ClaimReader,
  EventReader,
  inOrder,
  KycReader,
  kycSession,
  LedgerReader,
  picturesLike,
  storedClaim,
  storedEventOf,
  TransitReader,
  walletList,
  walletStandingOf
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Partners } from "../commit/BulkRows.ts"
import type { Connections } from "../connect/Connections.ts"
import { conceptState } from "./conceptState.ts"
import { rowsWithSums } from "./rowsWithSums.ts"
import { forEachKey, keyedReads } from "./sharedReads.ts"

/** A batch without counts yet has no tally. */
const byId = {
  name: "batch with its tally",
  text: `SELECT batches.*, coalesce(paid, 0) AS paid, coalesce(paid_minor, 0) AS paid_minor,
      coalesce(mails_unsent, 0) AS mails_unsent
    FROM batches LEFT JOIN batch_tallies ON batch_tallies.partner_id = batches.partner_id AND batch_id = id
   WHERE batches.partner_id = $1 AND id = $2`
}

/** Batches and their tallies, both as of one commit. */
export const postgresBatchReader = (connections: Connections): BatchReader["Service"] =>
  BatchReader.of({
    byId: (partnerId, id) =>
      Effect.map(connections.read(byId, [partnerId, id]), ([row]) =>
        Option.map(Option.fromUndefinedOr(row), (found) => ({
          batch: batch.stateOf(found),
          tally: batchTallyOf(found)
        }))
      )
  })

const ofPartner = {
  name: "claim of a partner",
  text: "SELECT * FROM claims WHERE partner_id = $1 AND scope = $2 AND key = $3"
}

/** A claim that is unique over all partners. */
export const ofAll = {
  name: "claim of all partners",
  text: "SELECT * FROM directory WHERE kind = $1 AND key = $2"
}
const eachOfAll = forEachKey(ofAll.name, "*", "directory", ["kind", "key"])

/** Claims as taken, expired ones too: only a commit knows what time it is. */
export const postgresClaimReader = (connections: Connections, partners: Partners): ClaimReader["Service"] => {
  const amongAll = keyedReads(connections, partners, { one: ofAll, each: eachOfAll })
  return ClaimReader.of({
    find: (scope, partnerId, key) =>
      Effect.map(
        scope.within === "global"
          ? amongAll([scope.name, key])
          : connections.read(ofPartner, [partnerId, scope.name, key]),
        ([row]) => Option.map(Option.fromUndefinedOr(row), (found) => storedClaim(scope, key, found))
      )
  })
}

const newest = {
  name: "events of a subject",
  text: `SELECT id, type, version, at, actor, data FROM events WHERE partner_id = $1 AND subject_id = $2
    ORDER BY at DESC, version DESC, id DESC LIMIT $3`
}

export const postgresEventReader = (connections: Connections): EventReader["Service"] =>
  EventReader.of({
    ofSubject: (partnerId, subjectId, limit) =>
      Effect.map(connections.read(newest, [partnerId, subjectId, limit]), (rows) =>
        inOrder(rows.map(storedEventOf))
      )
  })

const showing = {
  name: "KYC sessions by picture",
  text: `SELECT * FROM kyc_sessions WHERE partner_id = $1 AND id IN (
    SELECT session_id FROM kyc_pictures WHERE partner_id = $1 AND band = ANY ($2::bigint[]))`
}

const sessionOf = conceptState(kycSession)

/** KYC sessions. Pictures are found by parts of their fingerprints, and read in their sessions. */
export const postgresKycReader = (connections: Connections): KycReader["Service"] =>
  KycReader.of({
    picturesLike: (partnerId, fingerprint) =>
      Effect.map(connections.read(showing, [partnerId, bandsOf(fingerprint)]), (rows) =>
        rows.flatMap((row) => picturesLike(sessionOf(row), fingerprint))
      )
  })

const balances = {
  name: "balances",
  text: "SELECT name, balance_minor FROM accounts WHERE partner_id = $1 AND currency = $2"
}

export const postgresLedgerReader = (connections: Connections): LedgerReader["Service"] =>
  LedgerReader.of({
    balances: (partnerId, currency) =>
      Effect.map(connections.read(balances, [partnerId, currency]), accountBalancesOf)
  })

const wallet = {
  name: "transit wallet with its balance",
  text: `${rowsWithSums(walletList.items)} WHERE transit_wallets.partner_id = $1 AND id = $2`
}

/** Transit wallets with their balances, both as of one commit. */
export const postgresTransitReader = (connections: Connections): TransitReader["Service"] =>
  TransitReader.of({
    wallet: (partnerId, id) =>
      Effect.map(connections.read(wallet, [partnerId, id]), ([row]) =>
        Option.map(Option.fromUndefinedOr(row), walletStandingOf)
      )
  })
