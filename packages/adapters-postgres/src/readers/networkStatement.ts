import { named } from "../connect/namedParameters.ts"

/** The sums of spans of buckets, by network. Each span is one run of the index. */
export const networkFigures = named(
  "figures of networks",
  `SELECT span, sums.* FROM unnest(@spans::bigint[], @grains::text[], @firsts::bigint[], @untils::bigint[])
      AS asked (span, of_grain, first, until) CROSS JOIN LATERAL (
      SELECT counted, network, sum(created)::bigint AS created, sum(completed)::bigint AS completed,
          sum(amount_minor)::bigint AS amount_minor, sum(fee_minor)::bigint AS fee_minor FROM network_figures
       WHERE partner_id = @partnerId AND grain = of_grain AND bucket >= first AND bucket < until
       GROUP BY counted, network) AS sums`
)
