import { nodeListener } from "@quittance/adapters-http"
import fastify from "fastify"
import { openQuittance, type Place } from "./quittance.ts"

/** Serves this project and its payments on one port; port 0 is any free one. */
export const start = async ({ folder, port }: { readonly folder: string; readonly port: number }) => {
  const app = fastify({ forceCloseConnections: "idle" })
  // Links need the port, and Fastify takes no routes once it listens: the payments open when they are first needed.
  let opened: ReturnType<typeof openQuittance> | undefined
  const open = (place: Place) => (opened ??= openQuittance(place))

  app.get("/hello", async () => "hello from this project")
  await app.register(async (payments) => {
    // Signatures cover the bytes that were sent, so Fastify does not read them.
    payments.removeAllContentTypeParsers()
    payments.addContentTypeParser("*", (_request, _payload, done) => done(null))
    payments.all("/*", async (request, reply) => {
      reply.hijack()
      const { handle } = await open({ folder, publicUrl: process.env.PUBLIC_URL ?? url })
      nodeListener(handle)(request.raw, reply.raw)
    })
  })

  const url = await app.listen({ port, host: "127.0.0.1" })
  const { quittance } = await open({ folder, publicUrl: process.env.PUBLIC_URL ?? url })
  const close = async (): Promise<void> => {
    await app.close()
    await quittance.close()
  }
  return { url, quittance, close }
}
