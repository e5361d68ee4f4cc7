/**
 * The statements that let a role work with a store that another role owns: it reads and writes rows, and changes no
 * table. The owner runs them once, in the store's schema; tables of later versions are included.
 */
export const workerGrants = (role: string, schema = "public"): string => {
  const [to, within] = [role, schema].map((name) => `"${name.replaceAll('"', '""')}"`)
  return `GRANT USAGE ON SCHEMA ${within} TO ${to};
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${within} TO ${to};
GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${within} TO ${to};
ALTER DEFAULT PRIVILEGES IN SCHEMA ${within} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${to};
ALTER DEFAULT PRIVILEGES IN SCHEMA ${within} GRANT USAGE ON SEQUENCES TO ${to};
`
}
