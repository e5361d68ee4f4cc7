/** What may change a cell of `meta`, by a role that may not change the table. */
export const metaFunctions = [
  "note_server(text, text, bigint)",
  "forget_signatures(bigint)",
  "note_public_url(text)"
] as const

const begin = (head: string): string => `
  EXECUTE format($made$CREATE OR REPLACE FUNCTION ${head} RETURNS void LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = pg_catalog, %I, pg_temp AS $body$ BEGIN`

const end = (name: (typeof metaFunctions)[number]): string => `
    END $body$ $made$, current_schema());
  REVOKE ALL ON FUNCTION ${name} FROM PUBLIC;`

/**
 * Functions with the rights of the store's owner, each with a check of its own. Their search path is fixed to the
 * store's schema, so nobody can put another table or function in the way. Released with version 18: never edited.
 *
 * - The server of the store: a known fact only changes in the transaction that puts the store on hold, or in a store
 *   that is on hold, and is never forgotten.
 * - The time up to which signatures were forgotten: it only ascends.
 * - The public URL: it is one of http or https.
 */
export const metaFunctionsSql = `DO $do$ BEGIN${begin("note_server(noted_server text, noted_timeline text, noted_database bigint)")}
      IF EXISTS (SELECT FROM meta WHERE server_id <> noted_server OR timeline <> noted_timeline OR database_oid <> noted_database)
          AND NOT EXISTS (SELECT FROM store_hold) THEN
        RAISE insufficient_privilege USING MESSAGE = 'a store that is moved to another server must be on hold';
      END IF;
      UPDATE meta SET server_id = coalesce(noted_server, server_id), timeline = coalesce(noted_timeline, timeline),
        database_oid = coalesce(noted_database, database_oid);${end("note_server(text, text, bigint)")}${begin("forget_signatures(through bigint)")}
      UPDATE meta SET signatures_forgotten_through = through WHERE signatures_forgotten_through < through;${end("forget_signatures(bigint)")}${begin("note_public_url(noted text)")}
      IF noted IS NULL OR noted !~ '^https?://' THEN
        RAISE insufficient_privilege USING MESSAGE = 'the public URL of a store must begin with http:// or https://';
      END IF;
      UPDATE meta SET public_url = noted;${end("note_public_url(text)")}
END $do$`
