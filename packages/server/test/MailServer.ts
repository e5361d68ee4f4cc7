import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { afterAll } from "@effect/vitest"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"

/** An e-mail as the server got it; its lines are whole again (RFC 2045, 6.7). */
export interface ReceivedMail {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly content: string
  /** Tells the sender that it was taken. */
  readonly take: () => void
}

interface MailServerOptions extends SMTPServerOptions {
  /** Whether e-mails are taken when they arrive or when the test says so. */
  readonly takes?: "arriving" | "told"
}

/** A real mail server on loopback, closed when the tests of the file are over. */
export const mailServer = async ({ takes = "arriving", ...options }: MailServerOptions = {}) => {
  const received: Array<ReceivedMail> = []
  let wake = (): void => undefined
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData: (stream, { envelope: { mailFrom, rcptTo } }, done) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        const content = Buffer.concat(chunks).toString().replaceAll("=\r\n", "").replaceAll("=3D", "=")
        const from = mailFrom === false ? "" : mailFrom.address
        received.push({ from, to: rcptTo.map(({ address }) => address), content, take: () => done() })
        if (takes === "arriving") done()
        wake()
      })
    },
    ...options
  })
  server.on("error", () => undefined)
  server.listen(0, "127.0.0.1")
  await once(server.server, "listening")
  afterAll(() => new Promise<void>((closed) => server.close(() => closed())))
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    /** Completes when that many have arrived. */
    arrived: async (count: number): Promise<void> => {
      while (received.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  }
}
