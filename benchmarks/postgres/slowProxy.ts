/**
 * A way to a database server that holds everything back for a while, in both directions, and counts the statements.
 * What waits for an answer before it asks again is late by the whole way for each answer.
 */
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

export type SlowProxy = {
  /** The same database, by way of the proxy. */
  readonly url: string
  /** For what is sent from now on. */
  readonly delayEachWay: (millis: number) => void
  /** How many statements were sent so far. */
  readonly statements: () => number
  readonly close: () => Promise<void>
}

/** Of the messages that a client sends, those that run a statement: Execute and Query. */
const runs = new Set(["E".charCodeAt(0), "Q".charCodeAt(0)])

/** Calls `onRun` for each statement in a client's bytes, wherever they are cut. The first message has no type. */
const statementReader = (onRun: () => void): ((bytes: Buffer) => void) => {
  let held = Buffer.alloc(0)
  let headBytes = 4
  return (bytes) => {
    held = Buffer.concat([held, bytes])
    for (;;) {
      if (held.length < headBytes) return
      const length = held.readUInt32BE(headBytes - 4) + headBytes - 4
      if (held.length < length) return
      if (headBytes === 5 && runs.has(held[0] ?? 0)) onRun()
      held = held.subarray(length)
      headBytes = 5
    }
  }
}

export const startSlowProxy = async (databaseUrl: string): Promise<SlowProxy> => {
  const target = new URL(databaseUrl)
  let delayMillis = 0
  let statements = 0
  const sockets = new Set<Socket>()

  const pass = (from: Socket, to: Socket, look?: (bytes: Buffer) => void): void => {
    from.on("data", (bytes) => {
      look?.(bytes)
      if (delayMillis === 0) to.write(bytes)
      else setTimeout(() => to.write(bytes), delayMillis)
    })
    // Whoever breaks off takes the other with it.
    for (const event of ["close", "error"]) from.on(event, () => to.destroy())
    sockets.add(from)
  }

  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    for (const socket of [client, database]) socket.setNoDelay(true)
    const count = statementReader(() => {
      statements += 1
    })
    pass(client, database, count)
    pass(database, client)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the proxy has no port")
  const own = new URL(databaseUrl)
  own.port = String(address.port)

  return {
    url: own.href,
    delayEachWay: (millis) => {
      delayMillis = millis
    },
    statements: () => statements,
    close: async () => {
      const closed = once(server, "close")
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    }
  }
}
