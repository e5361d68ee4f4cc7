/** Crypto invoices and payouts by network and the bucket of their creation. */
export const networkFiguresTable = `
CREATE TABLE IF NOT EXISTS network_figures (
  partner_id text COLLATE "C" NOT NULL,
  grain text COLLATE "C" NOT NULL CHECK (grain IN ('quarter', 'hour', 'day')),
  bucket bigint NOT NULL,
  counted text COLLATE "C" NOT NULL CHECK (counted IN ('cryptoInvoices', 'payouts')),
  network text COLLATE "C" NOT NULL,
  created bigint NOT NULL,
  completed bigint NOT NULL,
  amount_minor bigint NOT NULL,
  fee_minor bigint NOT NULL,
  PRIMARY KEY (partner_id, grain, bucket, counted, network)
) WITH (fillfactor = 70);`

/** Those that are there. */
export const firstNetworkFigures: ReadonlyArray<string> = [
  `INSERT INTO network_figures (partner_id, grain, bucket, counted, network, created, completed, amount_minor, fee_minor)
SELECT partner_id, 'quarter', created_at / 900000 * 900000, 'cryptoInvoices', network, count(*), count(*) FILTER (WHERE state = 'paid'), sum(credited_minor)::bigint, sum(charged_minor)::bigint FROM crypto_invoices GROUP BY 1, 2, 3, 4, 5
UNION ALL SELECT partner_id, 'quarter', created_at / 900000 * 900000, 'payouts', network, count(*), count(*) FILTER (WHERE status = 'COMPLETED'), coalesce(sum(amount_minor) FILTER (WHERE status = 'COMPLETED'), 0)::bigint, coalesce(sum(fee_minor) FILTER (WHERE status = 'COMPLETED'), 0)::bigint FROM payouts GROUP BY 1, 2, 3, 4, 5
UNION ALL SELECT partner_id, 'hour', created_at / 3600000 * 3600000, 'cryptoInvoices', network, count(*), count(*) FILTER (WHERE state = 'paid'), sum(credited_minor)::bigint, sum(charged_minor)::bigint FROM crypto_invoices GROUP BY 1, 2, 3, 4, 5
UNION ALL SELECT partner_id, 'hour', created_at / 3600000 * 3600000, 'payouts', network, count(*), count(*) FILTER (WHERE status = 'COMPLETED'), coalesce(sum(amount_minor) FILTER (WHERE status = 'COMPLETED'), 0)::bigint, coalesce(sum(fee_minor) FILTER (WHERE status = 'COMPLETED'), 0)::bigint FROM payouts GROUP BY 1, 2, 3, 4, 5
UNION ALL SELECT partner_id, 'day', created_at / 86400000 * 86400000, 'cryptoInvoices', network, count(*), count(*) FILTER (WHERE state = 'paid'), sum(credited_minor)::bigint, sum(charged_minor)::bigint FROM crypto_invoices GROUP BY 1, 2, 3, 4, 5
UNION ALL SELECT partner_id, 'day', created_at / 86400000 * 86400000, 'payouts', network, count(*), count(*) FILTER (WHERE status = 'COMPLETED'), coalesce(sum(amount_minor) FILTER (WHERE status = 'COMPLETED'), 0)::bigint, coalesce(sum(fee_minor) FILTER (WHERE status = 'COMPLETED'), 0)::bigint FROM payouts GROUP BY 1, 2, 3, 4, 5`
]
