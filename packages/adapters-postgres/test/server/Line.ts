import { createServer, connect as open, type Socket } from "node:net"
import { afterwards } from "@quittance/testing"

/**
 * A network between a client and the server of a URL that behaves as badly as a test asks: what is sent is held back
 * for as long as the test likes, and connections are cut.
 */
export interface Line {
  /** The database, over this line. */
  readonly url: string
  /** What clients send on the connections of now is held back, even when they go away. New connections work. */
  readonly holdRequests: () => void
  /** What the server answers on the connections of now is held back. New connections work. */
  readonly holdAnswers: () => void
  /** New connections are taken, and nothing comes of them. */
  readonly holdNew: () => void
  /** Delivers what was held back, in order, and is well from now on. */
  readonly release: () => void
  /** Ends every connection of now at both ends. */
  readonly cut: () => void
  /** Completes when clients have sent this text, in statements that are held back or not. */
  readonly hasSeen: (text: string) => Promise<void>
}

interface Way {
  isHeld: boolean
  held: Array<Buffer>
  hasEnded: boolean
}

const newWay = (isHeld: boolean): Way => ({ isHeld, held: [], hasEnded: false })

export const lineTo = async (url: string): Promise<Line> => {
  const target = new URL(url)
  const pairs = new Set<{ client: Socket; server: Socket; requests: Way; answers: Way }>()
  let isNewHeld = false
  let watched: { text: string; seen: () => void } | undefined

  const pass = (from: Socket, to: Socket, way: Way) => {
    from.on("data", (bytes: Buffer) => {
      if (way.isHeld) way.held.push(bytes)
      else to.write(bytes)
    })
    from.on("error", () => {})
    from.on("close", () => {
      way.hasEnded = true
      if (!way.isHeld) to.destroy()
    })
  }
  const listener = createServer((client) => {
    const server = open(Number(target.port), target.hostname)
    const pair = { client, server, requests: newWay(isNewHeld), answers: newWay(isNewHeld) }
    pairs.add(pair)
    client.on("data", (bytes: Buffer) => {
      if (watched !== undefined && bytes.includes(watched.text)) watched.seen()
    })
    pass(client, server, pair.requests)
    pass(server, client, pair.answers)
  })
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve))
  const cut = () => {
    for (const { client, server } of pairs) {
      client.destroy()
      server.destroy()
    }
    pairs.clear()
  }
  afterwards(() => {
    cut()
    listener.close()
  })
  const address = listener.address()
  const over = new URL(url)
  over.hostname = "127.0.0.1"
  over.port = String(typeof address === "object" && address !== null ? address.port : 0)
  const releaseWay = (way: Way, to: Socket) => {
    way.isHeld = false
    for (const bytes of way.held.splice(0)) to.write(bytes)
    if (way.hasEnded) to.end()
  }
  return {
    url: over.href,
    holdRequests: () => {
      for (const { requests } of pairs) requests.isHeld = true
    },
    holdAnswers: () => {
      for (const { answers } of pairs) answers.isHeld = true
    },
    holdNew: () => {
      isNewHeld = true
    },
    release: () => {
      isNewHeld = false
      for (const { answers, client, requests, server } of pairs) {
        releaseWay(requests, server)
        releaseWay(answers, client)
      }
    },
    cut,
    hasSeen: (text) =>
      new Promise((resolve) => {
        watched = { text, seen: resolve }
      })
  }
}
