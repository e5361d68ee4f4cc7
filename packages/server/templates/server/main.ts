import { start } from "./server.ts"

const app = await start({ folder: "data", port: Number(process.env.PORT ?? 3000) })
console.log(`Payments are served at ${app.url}, their documents at ${app.url}/docs`)

let stopping = false
for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.on(signal, async () => {
    if (stopping) return
    stopping = true
    await app.close()
  })
