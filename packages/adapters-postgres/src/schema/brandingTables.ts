/** The tables of version 29 for what partners show to their customers. */
export const brandingTables = `
CREATE TABLE IF NOT EXISTS brandings (
  id text COLLATE "C" NOT NULL,
  partner_id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  look text COLLATE "C" NOT NULL,
  updated_at bigint NOT NULL,
  version bigint NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
);
CREATE TABLE IF NOT EXISTS logos (
  id text COLLATE "C" NOT NULL,
  partner_id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  type text COLLATE "C" NOT NULL CHECK (type IN ('image/png', 'image/webp')),
  width bigint NOT NULL,
  height bigint NOT NULL,
  content text COLLATE "C",
  updated_at bigint NOT NULL,
  version bigint NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
);`
