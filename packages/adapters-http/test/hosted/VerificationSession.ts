/**
 * A person with a verification link: everything that a browser would send for them, on an application in this process.
 */
import { createHash } from "node:crypto"
import type { DocumentRefused } from "@quittance/core"
import { MemoryBlobStore, Pictures, type PicturesUnavailable } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { pagesOfPdf } from "../pagesOfPdf.ts"
import { startTestApi, type TestApi, type TestApiOptions } from "../TestApi.ts"
import { type Answer, post, send } from "./pageVisit.ts"

/** A file that begins as a PNG does; no two of them look alike. */
export const picture = (drawing: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from(drawing)]))

/** A reader of pictures that takes every one for a good one, unless it was told what to say. */
const makePictures = () => {
  const says: { next: DocumentRefused | PicturesUnavailable | undefined } = { next: undefined }
  const refused: Array<Uint8Array> = []
  const clean: Pictures["Service"]["clean"] = (bytes) =>
    Effect.suspend(() => {
      if (says.next !== undefined) {
        refused.push(bytes)
        return Effect.fail(says.next)
      }
      const fingerprint = createHash("sha256").update(bytes).digest("hex")
      return Effect.succeed({
        bytes,
        picture: { width: 1200, height: 900, sharpness: 500, brightness: 120, fingerprint }
      })
    })
  const pages: Pictures["Service"]["pages"] = (pdf) =>
    Effect.suspend(() => (says.next === undefined ? pagesOfPdf(pdf) : Effect.fail(says.next)))
  return {
    says,
    refused,
    layer: Layer.succeed(Pictures, {
      ...{ clean, pages, watermarked: Effect.succeed },
      logo: () => Effect.die("no logo is shown here")
    })
  }
}

/** An application where people can be verified. */
export const startVerification = async (options: TestApiOptions = {}) => {
  const { layer, refused, says } = makePictures()
  const providers = Layer.mergeAll(MemoryBlobStore.layer, layer, options.providers ?? Layer.empty)
  const api = await startTestApi({ ...options, providers })
  return {
    ...api,
    /** The pictures that their reader refused. */
    refused,
    /** What the reader of pictures says to every picture from now on. */
    setPictures: (said: DocumentRefused | PicturesUnavailable | undefined) => {
      says.next = said
    }
  }
}

/** A new session: its id, and the path of its link. */
export const createSession = async (api: TestApi, fields: Record<string, unknown> = {}) => {
  const { body } = await api.fiat("kyc/sessions", { body: { level: "basic", ...fields } })
  return { id: String(body.id), path: new URL(String(body.verificationUrl)).pathname }
}

const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&quot;": '"', "&#39;": "'", "&lt;": "<" }

/** What a page says, as a person reads it. */
export const plain = (markup: string): string =>
  markup.replace(/&(?:amp|quot|#39|lt);/g, (entity) => entities[entity] ?? entity)

/** Where the page's form posts to. */
export const actionOf = ({ text }: Answer): string =>
  plain(/<form [^>]*action="([^"#]*)/.exec(text)?.[1] ?? "no form")

/** What the page says is wrong. */
export const problemOf = ({ text }: Answer): string =>
  plain(/role="alert">.*?<span>([^<]*)<\/span>/s.exec(text)?.[1] ?? "")

export const formOf = (file?: Uint8Array<ArrayBuffer>, name = "photo.png", type = "image/png"): FormData => {
  const form = new FormData()
  if (file !== undefined) form.append("file", new Blob([file], { type }), name)
  return form
}

export const ofScript = { accept: "application/json" }

/** Sends a picture for whatever the page asks for now. */
export const takeStep = async (api: TestApi, path: string, drawing: string): Promise<Answer> =>
  post(api, actionOf(await send(api, path)), formOf(picture(drawing)))
