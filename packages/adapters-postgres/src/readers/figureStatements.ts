import { invoiceStatuses, startOfTime } from "@quittance/core/adapter"
import { named } from "../connect/namedParameters.ts"

/**
 * All that the figures of a range are added up from, in one statement: its parts are of one commit without a
 * transaction around them, and a part costs much less than a statement.
 */

const zeros = (count: number): string => Array.from({ length: count }, () => "0").join(", ")

const sumsOf = (created: string, of: (status: string) => string, paidMinor: string): string =>
  `sum(${created})::bigint AS created, sum(${of("paid")})::bigint AS paid, sum(${of("expired")})::bigint AS expired,
    sum(${of("cancelled")})::bigint AS cancelled, sum(${paidMinor})::bigint AS paid_minor`

const wholeBuckets = `
  SELECT 'whole' AS part, bucket AS place, currency, NULL AS bank, created, paid, expired, cancelled, paid_minor
    FROM invoice_figures
   WHERE partner_id = @partnerId AND grain = @grain AND currency = ANY (@currencies::text[])
     AND bucket >= @wholeFrom AND bucket < @wholeTo`

/** The sums of each span and currency, by the place of the span. Each is a run of an index. */
const ofSpans = (sums: string, isMeant: string): string => `
  SELECT source, place, asked.currency, NULL, sums.*
    FROM unnest(@sources::text[], @places::bigint[], @firsts::bigint[], @untils::bigint[]) AS span (source, place, first, until)
      CROSS JOIN unnest(@currencies::text[]) AS asked (currency) CROSS JOIN LATERAL (${sums}) AS sums
   WHERE ${isMeant} AND sums.created IS NOT NULL`

const restOfBuckets = ofSpans(
  `SELECT ${sumsOf("created", (status) => status, "paid_minor")} FROM invoice_figures
    WHERE partner_id = @partnerId AND grain = source AND currency = asked.currency AND bucket >= first AND bucket < until`,
  "source <> 'rows'"
)

const restOfInvoices = ofSpans(
  `SELECT ${sumsOf(
    "1",
    (status) => `(state = '${status}')::int`,
    "CASE WHEN state = 'paid' THEN amount_minor ELSE 0 END"
  )}
     FROM invoices WHERE partner_id = @partnerId AND state IN (${invoiceStatuses.map((each) => `'${each}'`).join(", ")})
      AND currency = asked.currency AND created_at >= first AND created_at < until`,
  "source = 'rows'"
)

/** By the index of their instants, as `dueSql` of the lists says. */
const dueInvoices = `
  SELECT 'due', created_at, currency, NULL, ${zeros(5)} FROM (
    SELECT created_at, currency FROM invoices
     WHERE partner_id = @partnerId AND state = 'pending' AND expires_at BETWEEN ${startOfTime} AND @now
     ORDER BY expires_at, id OFFSET 0) AS due
   WHERE created_at >= @from AND created_at < @to AND currency = ANY (@currencies::text[])`

/** What adds up to a range, each with its sign. */
const pieces = `unnest(@pieceSources::text[], @pieceFirsts::bigint[], @pieceUntils::bigint[], @pieceSigns::bigint[])
      AS piece (source, first, until, sign)`

const ofBank = "sum(sign * sums.paid)::bigint, 0, 0, sum(sign * sums.paid_minor)::bigint"

/** Each bank's buckets of a piece are one run of the index, and the banks are found without reading their buckets. */
const bankBuckets = `
  SELECT 'bank', 0, known.currency, known.bank, 0, ${ofBank}
    FROM known CROSS JOIN ${pieces} CROSS JOIN LATERAL (
      SELECT sum(paid)::bigint AS paid, sum(paid_minor)::bigint AS paid_minor FROM bank_figures
       WHERE partner_id = @partnerId AND grain = source AND currency = known.currency AND bank = known.bank
         AND bucket >= first AND bucket < until) AS sums
   WHERE source <> 'rows' AND sums.paid IS NOT NULL GROUP BY known.currency, known.bank`

const knownBanks = `known (currency, bank) AS (
    SELECT asked.currency, (SELECT min(bank) FROM bank_figures
        WHERE partner_id = @partnerId AND grain = 'day' AND currency = asked.currency)
      FROM unnest(@currencies::text[]) AS asked (currency)
    UNION ALL
    SELECT known.currency, (SELECT min(bank) FROM bank_figures
        WHERE partner_id = @partnerId AND grain = 'day' AND currency = known.currency AND bank > known.bank)
      FROM known WHERE known.bank IS NOT NULL)`

/** Summed up piece by piece: joined, all invoices of a currency might be read. */
const bankInvoices = `
  SELECT 'bank', 0, asked.currency, sums.bank, 0, ${ofBank}
    FROM ${pieces} CROSS JOIN unnest(@currencies::text[]) AS asked (currency) CROSS JOIN LATERAL (
      SELECT payer_bank AS bank, count(*) AS paid, sum(amount_minor) AS paid_minor FROM invoices
       WHERE partner_id = @partnerId AND state = 'paid' AND currency = asked.currency
         AND created_at >= first AND created_at < until
       GROUP BY payer_bank) AS sums
   WHERE source = 'rows' GROUP BY asked.currency, sums.bank`

/** `part` says what a row is: a whole bucket, the rest of a source, an invoice that is due, or the sum of a bank. */
export const figuresOfRange = named(
  "figures of a range",
  `WITH RECURSIVE ${knownBanks} ${[
    wholeBuckets,
    restOfBuckets,
    restOfInvoices,
    dueInvoices,
    bankBuckets,
    bankInvoices
  ].join("\n  UNION ALL")}`
)
