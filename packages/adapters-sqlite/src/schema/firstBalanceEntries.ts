/**
 * The index of what changes a balance, but for what every payout writes: that is read from the payouts. Then the counts
 * and sums of the entries that are there.
 */
export const firstBalanceEntries = `
CREATE INDEX journal_entries_of_balance ON journal_entries (partner_id, kind, at)
  WHERE currency = 'USDT' AND (kind = 'payout.returned' OR kind = 'payout.settledLate' OR kind = 'deposit.credited' OR kind = 'deposit.reversed' OR kind = 'transit.credited' OR kind = 'transit.reversed' OR kind = 'balance.adjusted');
INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  WITH changes AS (
    SELECT partner_id, at, CASE kind WHEN 'payout.settledLate' THEN 'payout.settled_late' WHEN 'deposit.credited' THEN 'crypto.invoice.credited'
      WHEN 'deposit.reversed' THEN 'crypto.invoice.reversed' ELSE kind END AS kind,
        (SELECT sum(CASE 'available' WHEN credit THEN amount_minor WHEN debit THEN -amount_minor END)
           FROM postings WHERE entry_seq = seq) AS minor
      FROM journal_entries
     WHERE currency = 'USDT' AND kind IN ('payout.reserved', 'payout.returned', 'payout.settledLate', 'deposit.credited', 'deposit.reversed', 'transit.credited', 'transit.reversed', 'balance.adjusted')),
  hours AS MATERIALIZED (
    SELECT partner_id, at / 3600000 * 3600000 AS bucket, kind, count(*) AS n, sum(minor) AS minor
      FROM changes WHERE minor <> 0 GROUP BY 1, 2, 3),
  days AS MATERIALIZED (
    SELECT partner_id, bucket / 86400000 * 86400000 AS bucket, kind, sum(n) AS n, sum(minor) AS minor FROM hours GROUP BY 1, 2, 3)
  SELECT partner_id, 'balanceEntries', '', 'hour', '', bucket, kind, n FROM hours
  UNION ALL SELECT partner_id, 'balanceEntries', '', 'day', '', bucket, kind, n FROM days
  UNION ALL SELECT partner_id, 'balanceEntries', '', 'hour', 'sum', bucket, '', sum(minor) FROM hours GROUP BY 1, 6
  UNION ALL SELECT partner_id, 'balanceEntries', '', 'day', 'sum', bucket, '', sum(minor) FROM days GROUP BY 1, 6;
INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT partner_id, list, scope, 'split', '', bucket, '', bucket FROM list_counts
   WHERE list = 'balanceEntries' AND grain = 'hour' AND status = ''
   GROUP BY partner_id, list, scope, bucket HAVING sum(count) > 1000;
INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  WITH changes AS (
    SELECT partner_id, at, CASE kind WHEN 'payout.settledLate' THEN 'payout.settled_late' WHEN 'deposit.credited' THEN 'crypto.invoice.credited'
      WHEN 'deposit.reversed' THEN 'crypto.invoice.reversed' ELSE kind END AS kind,
        (SELECT sum(CASE 'available' WHEN credit THEN amount_minor WHEN debit THEN -amount_minor END)
           FROM postings WHERE entry_seq = seq) AS minor
      FROM journal_entries
     WHERE currency = 'USDT' AND kind IN ('payout.reserved', 'payout.returned', 'payout.settledLate', 'deposit.credited', 'deposit.reversed', 'transit.credited', 'transit.reversed', 'balance.adjusted')),
  moments AS MATERIALIZED (
    SELECT changes.partner_id, at / 5000 * 5000 AS bucket, changes.kind, count(*) AS n, sum(minor) AS minor
      FROM changes JOIN list_counts AS split ON split.partner_id = changes.partner_id AND split.list = 'balanceEntries'
        AND split.scope = '' AND split.grain = 'split' AND split.status = '' AND split.bucket = at / 3600000 * 3600000 AND split.kind = ''
     WHERE minor <> 0 GROUP BY 1, 2, 3)
  SELECT partner_id, 'balanceEntries', '', 'moment', '', bucket, kind, n FROM moments
  UNION ALL SELECT partner_id, 'balanceEntries', '', 'moment', 'sum', bucket, '', sum(minor) FROM moments GROUP BY 1, 6;`
