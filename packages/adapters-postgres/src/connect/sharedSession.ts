import type { Client } from "pg"

/**
 * Whether a pooler gives the session to others between transactions, so that settings, prepared statements and locks of a
 * session are lost. Asks nothing more where no pooler is in between: then the session is the process that the server named.
 * A pooler in session mode passes. One that hides behind the server's own process ids is not found.
 */
export const isSessionShared = async (client: Client, another: () => Promise<Client>): Promise<boolean> => {
  const session = await pidOf(client)
  if (session === (client as unknown as { readonly processID: number | null }).processID) return false
  const other = await another()
  try {
    // It keeps what it got for as long as its transaction lasts.
    await other.query("BEGIN")
    return (await pidOf(other)) === session || (await pidOf(client)) !== session
  } finally {
    await other.end().catch(() => {})
  }
}

const pidOf = async (client: Client): Promise<number> =>
  (await client.query("SELECT pg_backend_pid() AS pid")).rows[0].pid
