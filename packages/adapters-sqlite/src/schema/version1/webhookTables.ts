/** Part of `version1`: webhook endpoints, their messages, and the deliveries to each receiver. */
export const webhookTables = `
-- What receivers are told, to the byte. Numbered rows, unlike other tables: without the number a body of more than some 900
-- bytes would take a page of its own.
CREATE TABLE webhook_messages (
  partner_id TEXT NOT NULL,
  id TEXT NOT NULL,                                         -- the event's
  type TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  body TEXT NOT NULL,                                       -- JSON; sealed where it is about an invoice or a KYC session
  resource_id TEXT,                                         -- of that invoice or session, whose redaction erases it
  PRIMARY KEY (partner_id, id)
) STRICT;
-- Retention walks from the oldest.
CREATE INDEX webhook_messages_by_age ON webhook_messages (partner_id, created_at, id);
CREATE INDEX webhook_messages_about ON webhook_messages (partner_id, resource_id, id) WHERE resource_id IS NOT NULL;

-- The messages that wait for their deliveries.
CREATE TABLE webhook_outbox (
  partner_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  through TEXT NOT NULL,                                    -- the endpoint up to which it was fanned out; '' at first
  PRIMARY KEY (partner_id, message_id)
) STRICT, WITHOUT ROWID;

-- Written thousands of times a second: every index here costs each delivery some microseconds.
CREATE TABLE webhook_deliveries (
  partner_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  endpoint_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  type TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  due_at INTEGER,                                           -- of a pending one
  delivered_at INTEGER,
  attempts INTEGER NOT NULL,
  attempts_before INTEGER NOT NULL,                         -- the last redelivery
  url TEXT NOT NULL,
  attempted_at INTEGER,                                     -- of the last attempt, like what follows
  attempt_url TEXT,                                         -- where it differs from the one above
  response_code INTEGER,
  response_millis INTEGER,
  attempt_error TEXT,
  error TEXT,                                               -- of the delivery
  response_start TEXT,                                      -- at most 2 KiB; late, since it may lie on a page of its own
  earlier_attempts TEXT,                                    -- JSON, sealed with the message where that is sealed
  PRIMARY KEY (partner_id, id),
  CHECK ((state = 'pending') = (due_at IS NOT NULL)),
  CHECK ((state = 'delivered') = (delivered_at IS NOT NULL)),
  CHECK ((attempted_at IS NULL) = (response_millis IS NULL))
) STRICT, WITHOUT ROWID;
-- What is to be sent.
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (partner_id, endpoint_id, due_at, id) WHERE state = 'pending';
-- The lists of every status. What is pending is in them too: sorting what is due would make each page as slow as the whole
-- backlog.
CREATE INDEX webhook_deliveries_listed ON webhook_deliveries (partner_id, endpoint_id, state, created_at, id, type);
-- Retention erases a message with its deliveries.
CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (partner_id, event_id, id);
`
