/** What the lists of crypto invoices, batches and KYC sessions are kept by, beside columns. */
const exception =
  "(CASE WHEN (0 < has_vanished AND (live_minor < expected_minor - coalesce(tolerance_minor, 0) OR live_minor < 1)) OR 0 < reversed_count THEN 'reorganised' WHEN state = 'underpaid' THEN 'underpaid' WHEN state = 'cancelled' AND 0 < live_minor THEN 'late' WHEN 0 < late_minor THEN 'late' WHEN expected_minor < credited_minor THEN 'overpaid' ELSE 'none' END)"
const exceptionLapsesAt =
  "(CASE WHEN (CASE WHEN (0 < has_vanished AND (live_minor < expected_minor - coalesce(tolerance_minor, 0) OR live_minor < 1)) OR 0 < reversed_count THEN NULL WHEN state = 'confirming' AND 0 < live_minor AND (counting_live_minor < expected_minor - coalesce(tolerance_minor, 0) OR counting_live_minor < 1) THEN 'underpaid' END) IS NOT NULL THEN expires_at END)"
const statusLapsesAt =
  "(CASE WHEN (CASE WHEN state = 'pending' THEN 'expired' WHEN state = 'confirming' AND 0 < live_minor AND (counting_live_minor < expected_minor - coalesce(tolerance_minor, 0) OR counting_live_minor < 1) THEN 'underpaid' WHEN state = 'confirming' AND live_minor < 1 THEN 'expired' END) IS NOT NULL THEN expires_at END)"
const kycStatus =
  "(CASE WHEN state = 'pending' THEN 'pending' WHEN state IN ('collecting', 'submitted', 'opening', 'unknown', 'checking') THEN 'in_progress' WHEN state = 'completed' THEN 'completed' WHEN state = 'failed' THEN 'failed' WHEN state = 'expired' THEN 'expired' END)"
const kycLapsesAt =
  "(CASE WHEN (CASE WHEN state IN ('pending', 'collecting') THEN 'expired' END) IS NOT NULL THEN expires_at END)"

export const listIndexes: ReadonlyArray<string> = [
  "crypto_invoices_expiring ON crypto_invoices (partner_id, expires_at, id, created_at, network) WHERE state IN ('pending', 'confirming')",
  `crypto_invoices_listed ON crypto_invoices (partner_id, state, created_at, id, ${statusLapsesAt})`,
  `crypto_invoices_by_network ON crypto_invoices (partner_id, state, network, created_at, id, ${statusLapsesAt})`,
  `crypto_invoices_by_exception ON crypto_invoices (partner_id, ${exception}, created_at, id, ${exceptionLapsesAt})`,
  "batches_listed ON batches (partner_id, created_at, id)",
  "kyc_sessions_expiring ON kyc_sessions (partner_id, expires_at, id, created_at) WHERE state IN ('pending', 'collecting')",
  `kyc_sessions_listed ON kyc_sessions (partner_id, ${kycStatus}, created_at, id, ${kycLapsesAt})`
]

/** The first counts. */
export const firstLists: ReadonlyArray<string> = [
  `INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
SELECT partner_id, 'cryptoInvoices', '', 'day', '', created_at / 86400000 * 86400000, network, count(*) FROM crypto_invoices GROUP BY 1, 2, 3, 4, 5, 6, 7
UNION ALL SELECT partner_id, 'cryptoInvoices', '', 'day', state, created_at / 86400000 * 86400000, network, count(*) FROM crypto_invoices GROUP BY 1, 2, 3, 4, 5, 6, 7
UNION ALL SELECT partner_id, 'cryptoInvoices', '', 'hour', '', created_at / 3600000 * 3600000, network, count(*) FROM crypto_invoices GROUP BY 1, 2, 3, 4, 5, 6, 7
UNION ALL SELECT partner_id, 'cryptoInvoices', '', 'hour', state, created_at / 3600000 * 3600000, network, count(*) FROM crypto_invoices GROUP BY 1, 2, 3, 4, 5, 6, 7`,
  `INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
SELECT partner_id, 'cryptoInvoiceExceptions', '', 'day', '', created_at / 86400000 * 86400000, '', count(*) FROM crypto_invoices GROUP BY 1, 2, 3, 4, 5, 6, 7
UNION ALL SELECT partner_id, 'cryptoInvoiceExceptions', '', 'day', ${exception}, created_at / 86400000 * 86400000, '', count(*) FROM crypto_invoices GROUP BY 1, 2, 3, 4, 5, 6, 7
UNION ALL SELECT partner_id, 'cryptoInvoiceExceptions', '', 'hour', '', created_at / 3600000 * 3600000, '', count(*) FROM crypto_invoices GROUP BY 1, 2, 3, 4, 5, 6, 7
UNION ALL SELECT partner_id, 'cryptoInvoiceExceptions', '', 'hour', ${exception}, created_at / 3600000 * 3600000, '', count(*) FROM crypto_invoices GROUP BY 1, 2, 3, 4, 5, 6, 7`,
  `INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT partner_id, list, scope, 'split', '', bucket, '', bucket FROM list_counts
   WHERE list = 'cryptoInvoices' AND grain = 'hour' AND status = '' GROUP BY partner_id, list, scope, bucket HAVING sum(count) > 2000`,
  `INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT owner, 'cryptoInvoices', whose, 'moment', of_status, at / 5000 * 5000, of_kind, count(*)
    FROM list_counts JOIN (
      SELECT partner_id AS owner, '' AS whose, '' AS of_status, created_at AS at, network AS of_kind FROM crypto_invoices) AS items
      ON partner_id = owner AND scope = whose AND at >= bucket AND at < bucket + 3600000
   WHERE list = 'cryptoInvoices' AND grain = 'split' GROUP BY 1, 2, 3, 4, 5, 6, 7`,
  `INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT owner, 'cryptoInvoices', whose, 'moment', of_status, at / 5000 * 5000, of_kind, count(*)
    FROM list_counts JOIN (
      SELECT partner_id AS owner, '' AS whose, state AS of_status, created_at AS at, network AS of_kind FROM crypto_invoices) AS items
      ON partner_id = owner AND scope = whose AND at >= bucket AND at < bucket + 3600000
   WHERE list = 'cryptoInvoices' AND grain = 'split' GROUP BY 1, 2, 3, 4, 5, 6, 7`,
  `INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT partner_id, list, scope, 'split', '', bucket, '', bucket FROM list_counts
   WHERE list = 'cryptoInvoiceExceptions' AND grain = 'hour' AND status = '' GROUP BY partner_id, list, scope, bucket HAVING sum(count) > 2000`,
  `INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT owner, 'cryptoInvoiceExceptions', whose, 'moment', of_status, at / 5000 * 5000, of_kind, count(*)
    FROM list_counts JOIN (
      SELECT partner_id AS owner, '' AS whose, '' AS of_status, created_at AS at, '' AS of_kind FROM crypto_invoices) AS items
      ON partner_id = owner AND scope = whose AND at >= bucket AND at < bucket + 3600000
   WHERE list = 'cryptoInvoiceExceptions' AND grain = 'split' GROUP BY 1, 2, 3, 4, 5, 6, 7`,
  `INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT owner, 'cryptoInvoiceExceptions', whose, 'moment', of_status, at / 5000 * 5000, of_kind, count(*)
    FROM list_counts JOIN (
      SELECT partner_id AS owner, '' AS whose, ${exception} AS of_status, created_at AS at, '' AS of_kind FROM crypto_invoices) AS items
      ON partner_id = owner AND scope = whose AND at >= bucket AND at < bucket + 3600000
   WHERE list = 'cryptoInvoiceExceptions' AND grain = 'split' GROUP BY 1, 2, 3, 4, 5, 6, 7`,
  `INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
SELECT partner_id, 'batches', '', 'day', '', created_at / 86400000 * 86400000, '', count(*) FROM batches GROUP BY 1, 2, 3, 4, 5, 6, 7
UNION ALL SELECT partner_id, 'batches', '', 'hour', '', created_at / 3600000 * 3600000, '', count(*) FROM batches GROUP BY 1, 2, 3, 4, 5, 6, 7`,
  `INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT partner_id, list, scope, 'split', '', bucket, '', bucket FROM list_counts
   WHERE list = 'batches' AND grain = 'hour' AND status = '' GROUP BY partner_id, list, scope, bucket HAVING sum(count) > 2000`,
  `INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT owner, 'batches', whose, 'moment', of_status, at / 5000 * 5000, of_kind, count(*)
    FROM list_counts JOIN (
      SELECT partner_id AS owner, '' AS whose, '' AS of_status, created_at AS at, '' AS of_kind FROM batches) AS items
      ON partner_id = owner AND scope = whose AND at >= bucket AND at < bucket + 3600000
   WHERE list = 'batches' AND grain = 'split' GROUP BY 1, 2, 3, 4, 5, 6, 7`,
  `INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
SELECT partner_id, 'kyc', '', 'day', '', created_at / 86400000 * 86400000, '', count(*) FROM kyc_sessions GROUP BY 1, 2, 3, 4, 5, 6, 7
UNION ALL SELECT partner_id, 'kyc', '', 'day', ${kycStatus}, created_at / 86400000 * 86400000, '', count(*) FROM kyc_sessions GROUP BY 1, 2, 3, 4, 5, 6, 7
UNION ALL SELECT partner_id, 'kyc', '', 'hour', '', created_at / 3600000 * 3600000, '', count(*) FROM kyc_sessions GROUP BY 1, 2, 3, 4, 5, 6, 7
UNION ALL SELECT partner_id, 'kyc', '', 'hour', ${kycStatus}, created_at / 3600000 * 3600000, '', count(*) FROM kyc_sessions GROUP BY 1, 2, 3, 4, 5, 6, 7`,
  `INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT partner_id, list, scope, 'split', '', bucket, '', bucket FROM list_counts
   WHERE list = 'kyc' AND grain = 'hour' AND status = '' GROUP BY partner_id, list, scope, bucket HAVING sum(count) > 2000`,
  `INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT owner, 'kyc', whose, 'moment', of_status, at / 5000 * 5000, of_kind, count(*)
    FROM list_counts JOIN (
      SELECT partner_id AS owner, '' AS whose, '' AS of_status, created_at AS at, '' AS of_kind FROM kyc_sessions) AS items
      ON partner_id = owner AND scope = whose AND at >= bucket AND at < bucket + 3600000
   WHERE list = 'kyc' AND grain = 'split' GROUP BY 1, 2, 3, 4, 5, 6, 7`,
  `INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT owner, 'kyc', whose, 'moment', of_status, at / 5000 * 5000, of_kind, count(*)
    FROM list_counts JOIN (
      SELECT partner_id AS owner, '' AS whose, ${kycStatus} AS of_status, created_at AS at, '' AS of_kind FROM kyc_sessions) AS items
      ON partner_id = owner AND scope = whose AND at >= bucket AND at < bucket + 3600000
   WHERE list = 'kyc' AND grain = 'split' GROUP BY 1, 2, 3, 4, 5, 6, 7`
]
