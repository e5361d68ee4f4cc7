import { execFileSync } from "node:child_process"
import { createHash, createHmac } from "node:crypto"
import { readFileSync } from "node:fs"
import { createServer, type Server } from "node:https"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"

interface Heard {
  readonly id: string
  readonly type: string
  readonly data: { readonly object: { readonly id: string } }
}

/** Receivers of webhooks, over TLS: they verify what they get and keep what they were told. */
export class Receivers {
  /** `TYPE ID-OF-THE-RESOURCE` of everything that was told and verified. */
  readonly heard = new Set<string>()
  /** By receiver's path: how it behaves now. */
  mood: "answers" | "refuses" | "hangs" | "half" = "answers"
  callCount = 0
  readonly certificateFile: string
  readonly #bodies = new Map<string, string>()
  readonly #secrets = new Map<string, string>()
  readonly #server: Server
  readonly #broken: (sentence: string) => void

  constructor(folder: string, broken: (sentence: string) => void) {
    this.#broken = broken
    this.certificateFile = join(folder, "receivers.pem")
    const keyFile = join(folder, "receivers.key")
    execFileSync(
      "openssl",
      [
        ...[
          "req",
          "-x509",
          "-newkey",
          "rsa:2048",
          "-nodes",
          "-days",
          "30",
          "-keyout",
          keyFile,
          "-out",
          this.certificateFile
        ],
        ...["-subj", "/CN=soak.example", "-addext", "subjectAltName=DNS:*.soak.example"]
      ],
      { stdio: "ignore" }
    )
    this.#server = createServer(
      { key: readFileSync(keyFile), cert: readFileSync(this.certificateFile), keepAliveTimeout: 10_000 },
      (request, response) => {
        this.callCount += 1
        const isWell = this.mood === "answers" || (this.mood === "half" && this.callCount % 2 === 0)
        if (this.mood === "hangs" && this.callCount % 4 > 0) return
        if (!isWell) return response.writeHead(500).end()
        void buffer(request).then(
          (body) => {
            this.#take(request.url ?? "", String(request.headers["x-signature"]), body)
            response.writeHead(204).end()
          },
          () => undefined
        )
      }
    )
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve))
    return (this.#server.address() as AddressInfo).port
  }

  expect(path: string, secret: string): void {
    this.#secrets.set(path, secret)
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #take(path: string, signature: string, body: Buffer): void {
    const secret = this.#secrets.get(path)
    if (secret === undefined) return
    const key = Buffer.from(secret.replace("whsec_", ""), "base64")
    if (createHmac("sha256", key).update(body).digest("hex") !== signature) {
      this.#broken(`a webhook at ${path} bears a wrong signature: ${body.toString().slice(0, 300)}`)
    }
    const { data, id, type } = JSON.parse(body.toString()) as Heard
    this.heard.add(`${type} ${data.object.id}`)
    const digest = createHash("sha1").update(body).digest("base64")
    const earlier = this.#bodies.get(`${path} ${id}`)
    if (earlier !== undefined && earlier !== digest) {
      this.#broken(`event ${id} was told at ${path} with two different bodies`)
    }
    this.#bodies.set(`${path} ${id}`, digest)
  }
}
