import type { Socket } from "node:net"

/**
 * What a server may say before its answer (RFC 9110, 15.2): a client takes any number of provisional answers, whether
 * it expects them or not.
 */
export const provisionalAnswers: Readonly<Record<string, string>> = {
  "100": "HTTP/1.1 100 Continue\r\n\r\n",
  "100 with headers":
    "HTTP/1.1 100 Continue\r\nDate: Thu, 26 Nov 2026 08:00:00 GMT\r\nConnection: keep-alive\r\n\r\n",
  "100 without a reason": "HTTP/1.1 100\r\n\r\n",
  "102": "HTTP/1.1 102 Processing\r\n\r\n",
  "103 with headers":
    "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nLink: </b.js>; rel=preload\r\nContent-Length: 5\r\n\r\n",
  "one that nobody knows": "HTTP/1.1 199 Soon\r\nX-Hint: HTTP/1.1 200 OK\r\n\r\n",
  several:
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n"
}

/** Answers every request of a connection with these bytes, as one piece or byte by byte. */
export const answeringWith =
  (answer: string, pace: "at once" | "byte by byte") =>
  (socket: Socket): void => {
    socket.setNoDelay(true)
    const say = (from: number): void => {
      if (from >= answer.length || !socket.writable) return
      // The next byte follows when this one is on its way, so the client gets many pieces.
      socket.write(answer.slice(from, from + 1), () => setImmediate(() => say(from + 1)))
    }
    socket.on("data", () => (pace === "at once" ? socket.write(answer) : say(0)))
  }

/** Says this again and again once it was spoken to, as fast as it is read, and never answers. */
export const repeatingWithoutEnd =
  (provisional: string) =>
  (socket: Socket): void => {
    const piece = provisional.repeat(64)
    const fill = (): void => {
      while (socket.writable && socket.write(piece));
    }
    socket.once("data", () => {
      socket.on("drain", fill)
      fill()
    })
  }
