/** Splits the crowded hours that are there from their beginning, and counts their items by moments. */
export const firstMoments = `
INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT partner_id, list, scope, 'split', '', bucket, '', bucket FROM list_counts
   WHERE list IN ('payouts', 'invoices', 'webhookDeliveries', 'transitWallets') AND grain = 'hour' AND status = ''
   GROUP BY partner_id, list, scope, bucket HAVING sum(count) > 2000;
INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT items.partner_id, split.list, split.scope, 'moment', '', items.created_at / 5000 * 5000, '', count(*)
    FROM list_counts AS split JOIN payouts AS items ON items.partner_id = split.partner_id
      AND items.created_at >= split.bucket AND items.created_at < split.bucket + 3600000
   WHERE split.list = 'payouts' AND split.grain = 'split' GROUP BY 1, 2, 3, 5, 6, 7;
INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT items.partner_id, split.list, split.scope, 'moment', items.status, items.created_at / 5000 * 5000, '', count(*)
    FROM list_counts AS split JOIN payouts AS items ON items.partner_id = split.partner_id
      AND items.created_at >= split.bucket AND items.created_at < split.bucket + 3600000
   WHERE split.list = 'payouts' AND split.grain = 'split' GROUP BY 1, 2, 3, 5, 6, 7;
INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT items.partner_id, split.list, split.scope, 'moment', '', items.created_at / 5000 * 5000, items.currency, count(*)
    FROM list_counts AS split JOIN invoices AS items ON items.partner_id = split.partner_id
      AND items.created_at >= split.bucket AND items.created_at < split.bucket + 3600000
   WHERE split.list = 'invoices' AND split.grain = 'split' GROUP BY 1, 2, 3, 5, 6, 7;
INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT items.partner_id, split.list, split.scope, 'moment', items.state, items.created_at / 5000 * 5000, items.currency, count(*)
    FROM list_counts AS split JOIN invoices AS items ON items.partner_id = split.partner_id
      AND items.created_at >= split.bucket AND items.created_at < split.bucket + 3600000
   WHERE split.list = 'invoices' AND split.grain = 'split' GROUP BY 1, 2, 3, 5, 6, 7;
INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT items.partner_id, split.list, split.scope, 'moment', '', items.created_at / 5000 * 5000, items.type, count(*)
    FROM list_counts AS split JOIN webhook_deliveries AS items ON items.partner_id = split.partner_id AND split.scope = items.endpoint_id
      AND items.created_at >= split.bucket AND items.created_at < split.bucket + 3600000
   WHERE split.list = 'webhookDeliveries' AND split.grain = 'split' GROUP BY 1, 2, 3, 5, 6, 7;
INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT items.partner_id, split.list, split.scope, 'moment', items.state, items.created_at / 5000 * 5000, items.type, count(*)
    FROM list_counts AS split JOIN webhook_deliveries AS items ON items.partner_id = split.partner_id AND split.scope = items.endpoint_id
      AND items.created_at >= split.bucket AND items.created_at < split.bucket + 3600000
   WHERE split.list = 'webhookDeliveries' AND split.grain = 'split' GROUP BY 1, 2, 3, 5, 6, 7;
INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT items.partner_id, split.list, split.scope, 'moment', '', items.created_at / 5000 * 5000, '', count(*)
    FROM list_counts AS split JOIN transit_wallets AS items ON items.partner_id = split.partner_id
      AND items.created_at >= split.bucket AND items.created_at < split.bucket + 3600000
   WHERE split.list = 'transitWallets' AND split.grain = 'split' GROUP BY 1, 2, 3, 5, 6, 7;`
