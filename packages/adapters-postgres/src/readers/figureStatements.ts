import { invoiceStatuses, startOfTime } from "@quittance/core/adapter"
import { named } from "../connect/namedParameters.ts"

/** The sums that analytics add up. */

const sumsOf = (created: string, of: (status: string) => string, paidMinor: string): string =>
  `sum(${created})::bigint AS created, sum(${of("paid")})::bigint AS paid, sum(${of("expired")})::bigint AS expired,
    sum(${of("cancelled")})::bigint AS cancelled, sum(${paidMinor})::bigint AS paid_minor`

export const wholeBuckets = named(
  "whole buckets of figures",
  `SELECT bucket, currency, created, paid, expired, cancelled, paid_minor FROM invoice_figures
    WHERE partner_id = @partnerId AND grain = @grain AND currency = ANY (@currencies::text[])
      AND bucket >= @from AND bucket < @to`
)

/** The sums of each span and currency, by the place of the span. Each is a run of an index. */
const ofSpans = (sums: string): string =>
  `SELECT source, place, asked.currency, sums.*
     FROM unnest(@sources::text[], @places::bigint[], @firsts::bigint[], @untils::bigint[]) AS span (source, place, first, until)
       CROSS JOIN unnest(@currencies::text[]) AS asked (currency) CROSS JOIN LATERAL (${sums}) AS sums
    WHERE sums.created IS NOT NULL`

export const restOfBuckets = named(
  "figures of spans of buckets",
  ofSpans(
    `SELECT ${sumsOf("created", (status) => status, "paid_minor")} FROM invoice_figures
      WHERE partner_id = @partnerId AND grain = source AND currency = asked.currency AND bucket >= first AND bucket < until`
  )
)

export const restOfInvoices = named(
  "figures of spans of invoices",
  ofSpans(
    `SELECT ${sumsOf(
      "1",
      (status) => `(state = '${status}')::int`,
      "CASE WHEN state = 'paid' THEN amount_minor ELSE 0 END"
    )}
       FROM invoices WHERE partner_id = @partnerId AND state IN (${invoiceStatuses.map((each) => `'${each}'`).join(", ")})
        AND currency = asked.currency AND created_at >= first AND created_at < until`
  )
)

/**
 * By the index of their instants: the planner expects many, because the instants of most invoices of any status are
 * past.
 */
export const dueInvoices = named(
  "due invoices of a range",
  `WITH due AS MATERIALIZED (
     SELECT created_at, currency FROM invoices
      WHERE partner_id = @partnerId AND state = 'pending' AND expires_at BETWEEN ${startOfTime} AND @now
      ORDER BY expires_at, id)
   SELECT created_at, currency FROM due
    WHERE created_at >= @from AND created_at < @to AND currency = ANY (@currencies::text[])`
)

/** What adds up to a range, each with its sign. */
const pieces = `unnest(@sources::text[], @firsts::bigint[], @untils::bigint[], @signs::bigint[])
      AS piece (source, first, until, sign)`

/** Each bank's buckets of a piece are one run of the index, and the banks are found without reading their buckets. */
export const bankBuckets = named(
  "buckets of banks",
  `WITH RECURSIVE found (currency, bank) AS (
     SELECT asked.currency, (SELECT min(bank) FROM bank_figures
         WHERE partner_id = @partnerId AND grain = 'day' AND currency = asked.currency)
       FROM unnest(@currencies::text[]) AS asked (currency)
     UNION ALL
     SELECT found.currency, (SELECT min(bank) FROM bank_figures
         WHERE partner_id = @partnerId AND grain = 'day' AND currency = found.currency AND bank > found.bank)
       FROM found WHERE found.bank IS NOT NULL)
   SELECT found.currency, found.bank, sum(sign * sums.paid)::bigint AS paid, sum(sign * sums.paid_minor)::bigint AS paid_minor
     FROM found CROSS JOIN ${pieces} CROSS JOIN LATERAL (
       SELECT sum(paid)::bigint AS paid, sum(paid_minor)::bigint AS paid_minor FROM bank_figures
        WHERE partner_id = @partnerId AND grain = source AND currency = found.currency AND bank = found.bank
          AND bucket >= first AND bucket < until) AS sums
    WHERE sums.paid IS NOT NULL GROUP BY found.currency, found.bank`
)

/** Summed up piece by piece: joined, all invoices of a currency might be read. */
export const bankInvoices = named(
  "invoices of banks",
  `SELECT asked.currency, found.bank, sum(sign * found.paid)::bigint AS paid, sum(sign * found.paid_minor)::bigint AS paid_minor
     FROM ${pieces} CROSS JOIN unnest(@currencies::text[]) AS asked (currency) CROSS JOIN LATERAL (
       SELECT payer_bank AS bank, count(*) AS paid, sum(amount_minor) AS paid_minor FROM invoices
        WHERE partner_id = @partnerId AND state = 'paid' AND currency = asked.currency
          AND created_at >= first AND created_at < until
        GROUP BY payer_bank) AS found
    GROUP BY asked.currency, found.bank`
)
