/** Crypto invoices and payouts by network and the bucket of their creation, and those that are there. */
export const firstNetworkFigures = `
CREATE TABLE network_figures (
  partner_id TEXT NOT NULL,
  grain TEXT NOT NULL CHECK (grain IN ('quarter', 'hour', 'day')),
  bucket INTEGER NOT NULL,
  counted TEXT NOT NULL CHECK (counted IN ('cryptoInvoices', 'payouts')),
  network TEXT NOT NULL,
  created INTEGER NOT NULL,
  completed INTEGER NOT NULL,
  amount_minor INTEGER NOT NULL,
  fee_minor INTEGER NOT NULL,
  PRIMARY KEY (partner_id, grain, bucket, counted, network)
) STRICT, WITHOUT ROWID;
INSERT INTO network_figures (partner_id, grain, bucket, counted, network, created, completed, amount_minor, fee_minor)
SELECT partner_id, 'quarter', created_at / 900000 * 900000, 'cryptoInvoices', network, count(*), sum(state = 'paid'), sum(credited_minor), sum(charged_minor) FROM crypto_invoices GROUP BY 1, 2, 3, 4, 5
UNION ALL SELECT partner_id, 'quarter', created_at / 900000 * 900000, 'payouts', network, count(*), sum(status = 'COMPLETED'), sum(iif(status = 'COMPLETED', amount_minor, 0)), sum(iif(status = 'COMPLETED', fee_minor, 0)) FROM payouts GROUP BY 1, 2, 3, 4, 5
UNION ALL SELECT partner_id, 'hour', created_at / 3600000 * 3600000, 'cryptoInvoices', network, count(*), sum(state = 'paid'), sum(credited_minor), sum(charged_minor) FROM crypto_invoices GROUP BY 1, 2, 3, 4, 5
UNION ALL SELECT partner_id, 'hour', created_at / 3600000 * 3600000, 'payouts', network, count(*), sum(status = 'COMPLETED'), sum(iif(status = 'COMPLETED', amount_minor, 0)), sum(iif(status = 'COMPLETED', fee_minor, 0)) FROM payouts GROUP BY 1, 2, 3, 4, 5
UNION ALL SELECT partner_id, 'day', created_at / 86400000 * 86400000, 'cryptoInvoices', network, count(*), sum(state = 'paid'), sum(credited_minor), sum(charged_minor) FROM crypto_invoices GROUP BY 1, 2, 3, 4, 5
UNION ALL SELECT partner_id, 'day', created_at / 86400000 * 86400000, 'payouts', network, count(*), sum(status = 'COMPLETED'), sum(iif(status = 'COMPLETED', amount_minor, 0)), sum(iif(status = 'COMPLETED', fee_minor, 0)) FROM payouts GROUP BY 1, 2, 3, 4, 5;`
