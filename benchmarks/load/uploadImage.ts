/** One image sent as a browser would, from an address of this machine's own network. */
import { request } from "node:http"

export type ImageAnswer = { readonly status: number; readonly text: string }

const boundary = "image"

/** Made once: the sender's memory and time are not what is measured. */
export const imageForm = (image: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="signature.jpg"\r\n` +
        "Content-Type: image/jpeg\r\n\r\n"
    ),
    image,
    Buffer.from(`\r\n--${boundary}--\r\n`)
  ])

/** `localAddress` is one of 127.0.0.0/8: the server bounds what each address may send at once. */
export const uploadImage = (port: number, form: Buffer, localAddress: string): Promise<ImageAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request({
      host: "127.0.0.1",
      port,
      localAddress,
      agent: false,
      method: "POST",
      path: "/api/Signature/validate/upload",
      headers: {
        "content-type": `multipart/form-data; boundary=${boundary}`,
        "content-length": form.length
      }
    })
    sent.on("error", reject)
    sent.on("response", (response) => {
      const pieces: Array<Buffer> = []
      response.on("data", (piece: Buffer) => pieces.push(piece))
      response.on("error", reject)
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString("utf8") })
      )
    })
    sent.end(form)
  })
