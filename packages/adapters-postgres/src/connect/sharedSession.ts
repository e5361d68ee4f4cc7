import type { Client } from "pg"

/**
 * Whether a pooler gives the session to others between transactions, so that settings, prepared statements and locks
 * of a session are lost. Without a pooler it needs no further query: then the session is the process that the server
 * named. A pooler in session mode passes. A pooler that shows the server's own process ids is not found.
 */
export const isSessionShared = async (client: Client, another: () => Promise<Client>): Promise<boolean> => {
  const session = await pidOf(client)
  if (session === (client as unknown as { readonly processID: number | null }).processID) return false
  const other = await another()
  try {
    // It keeps its server session until the end of its transaction.
    await other.query("BEGIN")
    return (await pidOf(other)) === session || (await pidOf(client)) !== session
  } finally {
    await other.end().catch(() => {})
  }
}

const pidOf = async (client: Client): Promise<number> =>
  (await client.query("SELECT pg_backend_pid() AS pid")).rows[0].pid
