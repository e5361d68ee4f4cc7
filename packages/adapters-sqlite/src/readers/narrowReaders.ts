import {
  accountBalancesOf,
  BatchReader,
  bandsOf,
  batch as batches,
  batchTallyOf,
  type Claim,
  ClaimReader,
  claimDomain,
  EventReader,
  emptyBatchTally,
  inOrder,
  KycReader,
  kycSession,
  LedgerReader,
  picturesLike,
  type Row,
  storedClaim,
  storedEventOf,
  TransitReader,
  walletList,
  walletStandingOf
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { Option } from "effect"
import type { Reads } from "../Reads.ts"
import { conceptReader } from "../rows/conceptReader.ts"
import { rowsWithSums } from "../rows/rowsWithSums.ts"

/** Batches and their tallies, both as of one commit. */
export const sqliteBatchReader = (database: Database.Database, reads: Reads): BatchReader["Service"] => {
  const batch = database.prepare("SELECT * FROM batches WHERE partner_id = ? AND id = ?").safeIntegers()
  const tally = database
    .prepare("SELECT * FROM batch_tallies WHERE partner_id = ? AND batch_id = ?")
    .safeIntegers()
  return BatchReader.of({
    byId: (partnerId, id) =>
      reads.readTogether(() => {
        const row = batch.get(partnerId, id) as Row | undefined
        if (row === undefined) return Option.none()
        const tallyRow = tally.get(partnerId, id) as Row | undefined
        return Option.some({
          batch: batches.stateOf(row),
          tally: tallyRow === undefined ? emptyBatchTally : batchTallyOf(tallyRow)
        })
      })
  })
}

/** Claims as taken, expired ones too: only a commit knows what time it is. */
export const sqliteClaimReader = (database: Database.Database, reads: Reads): ClaimReader["Service"] => {
  const find = database
    .prepare("SELECT * FROM claims WHERE domain = ? AND scope = ? AND key = ?")
    .safeIntegers()
  return ClaimReader.of({
    find: (scope, partnerId, key) =>
      reads.read((): Option.Option<Claim> => {
        const row = find.get(claimDomain(scope, partnerId), scope.name, key) as Row | undefined
        if (row === undefined) return Option.none()
        return Option.some(storedClaim(scope, key, row))
      })
  })
}

/** Looked up by what `events_by_subject` has of the subject; the few others that it finds are left out. */
export const sqliteEventReader = (database: Database.Database, reads: Reads): EventReader["Service"] => {
  const newest = database
    .prepare(
      `SELECT id, type, version, at, actor, data FROM events INDEXED BY events_by_subject
        WHERE substr(subject_id, 1, 18) = substr(@subjectId, 1, 18) AND subject_id = @subjectId AND partner_id = @partnerId
        ORDER BY seq DESC LIMIT @limit`
    )
    .safeIntegers()
  return EventReader.of({
    ofSubject: (partnerId, subjectId, limit) =>
      reads.read(() =>
        inOrder((newest.all({ partnerId, subjectId, limit }) as ReadonlyArray<Row>).map(storedEventOf))
      )
  })
}

/** KYC sessions. Pictures are found by parts of their fingerprints, and read in their sessions. */
export const sqliteKycReader = (database: Database.Database, reads: Reads): KycReader["Service"] => {
  const sessionOf = conceptReader(database, kycSession)
  const showing = database.prepare(
    `SELECT * FROM kyc_sessions WHERE partner_id = @partnerId AND id IN (
       SELECT session_id FROM json_each(@bands) AS asked
        CROSS JOIN kyc_pictures NOT INDEXED ON partner_id = @partnerId AND band = asked.value)`
  )
  return KycReader.of({
    picturesLike: (partnerId, fingerprint) =>
      reads.readTogether(() => {
        const bands = JSON.stringify(bandsOf(fingerprint))
        const rows = showing.all({ partnerId, bands }) as ReadonlyArray<Row>
        return rows.flatMap((row) => picturesLike(sessionOf(row), fingerprint))
      })
  })
}

export const sqliteLedgerReader = (database: Database.Database, reads: Reads): LedgerReader["Service"] => {
  const balances = database
    .prepare("SELECT name, balance_minor FROM accounts WHERE partner_id = ? AND currency = ?")
    .safeIntegers()
  return LedgerReader.of({
    balances: (partnerId, currency) =>
      reads.read(() => accountBalancesOf(balances.all(partnerId, currency) as ReadonlyArray<Row>))
  })
}

/** Transit wallets with their balances, both as of one commit. */
export const sqliteTransitReader = (database: Database.Database, reads: Reads): TransitReader["Service"] => {
  const wallet = database
    .prepare(`${rowsWithSums(walletList.items)} WHERE transit_wallets.partner_id = ? AND id = ?`)
    .safeIntegers()

  return TransitReader.of({
    wallet: (partnerId, id) =>
      reads.read(() =>
        Option.map(Option.fromUndefinedOr(wallet.get(partnerId, id) as Row | undefined), walletStandingOf)
      )
  })
}
