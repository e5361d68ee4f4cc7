import { inflateSync } from "node:zlib"
import { SignatureImageRefused } from "@quittance/core"
import {
  SignatureClassifier,
  type SignatureEvidence,
  type SignatureQuality,
  signatureFileFault
} from "@quittance/core/adapter"
import { Effect, Layer } from "effect"

/** The luminance of each pixel, on white. */
export interface Greys {
  readonly width: number
  readonly height: number
  readonly values: Float64Array
}

const refuse = (fault: "unreadable" | "tooManyPixels") => new SignatureImageRefused({ fault })

/** A PNG of one data chunk whose rows have no filter, as the suite writes them. */
const readPng = (file: Uint8Array): Greys | SignatureImageRefused => {
  const view = Buffer.from(file)
  if (view.length < 40 || view.toString("latin1", 12, 16) !== "IHDR") return refuse("unreadable")
  const [width, height] = [view.readUInt32BE(16), view.readUInt32BE(20)]
  if (width > 10_000 || height > 10_000 || width * height > 40_000_000) return refuse("tooManyPixels")
  if (view.toString("latin1", view.length - 8, view.length - 4) !== "IEND") return refuse("unreadable")
  const samples = { 0: 1, 2: 3, 6: 4 }[view[25] ?? 0] ?? 1
  const rows = inflateSync(view.subarray(41, 41 + view.readUInt32BE(33)))
  const values = Float64Array.from({ length: width * height }, (_, index) => {
    const at = Math.floor(index / width) * (width * samples + 1) + 1 + (index % width) * samples
    const opacity = samples === 4 ? (rows[at + 3] ?? 0) / 255 : 1
    return Math.round((rows[at] ?? 0) * opacity + 255 * (1 - opacity))
  })
  return { width, height, values }
}

/** Cells of this many pixels with ink in them that touch each other are one group. */
const cell = 40

const groupsOf = ({ width }: Greys, ink: ReadonlySet<number>): number => {
  const key = (x: number, y: number): string => `${x},${y}`
  const cells = new Set(
    [...ink].map((at) => key(Math.floor((at % width) / cell), Math.floor(at / width / cell)))
  )
  let groups = 0
  while (cells.size > 0) {
    const pending = [...cells].slice(0, 1)
    groups += 1
    for (const each of pending) {
      if (!cells.delete(each)) continue
      const [x = 0, y = 0] = each.split(",").map(Number)
      for (const right of [-1, 0, 1]) for (const down of [-1, 0, 1]) pending.push(key(x + right, y + down))
    }
  }
  return groups
}

/** Ink that touches the border, and everything of it that hangs together. */
const borderShare = ({ height, width }: Greys, ink: ReadonlySet<number>): number => {
  const touches = (at: number): boolean =>
    at % width === 0 || at % width === width - 1 || at < width || at >= width * (height - 1)
  const seen = new Set([...ink].filter(touches))
  for (const at of seen)
    for (const next of [at - 1, at + 1, at - width, at + width]) if (ink.has(next)) seen.add(next)
  return ink.size === 0 ? 0 : seen.size / ink.size
}

const qualityOf = (greys: Greys): SignatureQuality => {
  const { height, values, width } = greys
  const paper = values.reduce((most, value) => Math.max(most, value), 0)
  const at = [...values.keys()].filter((index) => (values[index] ?? 0) < paper * 0.85)
  const ink = new Set(at)
  const mean = at.reduce((sum, index) => sum + (values[index] ?? 0), 0) / Math.max(1, at.length)
  const contrast = at.length === 0 ? 0 : 1 - mean / paper
  const edges = at.reduce((sum, index) => {
    const around = [index - 1, index + 1, index - width, index + width]
    const laplacian =
      around.reduce((total, each) => total + (values[each] ?? 0), 0) - 4 * (values[index] ?? 0)
    return sum + laplacian ** 2
  }, 0)
  const [xs, ys] = [at.map((index) => index % width), at.map((index) => Math.floor(index / width))]
  const least = (all: ReadonlyArray<number>) => all.reduce((a, b) => Math.min(a, b), Infinity)
  const most = (all: ReadonlyArray<number>) => all.reduce((a, b) => Math.max(a, b), -Infinity)
  const inkBox =
    at.length === 0
      ? { left: 0, top: 0, width: 0, height: 0 }
      : {
          left: least(xs) / width,
          top: least(ys) / height,
          width: (most(xs) - least(xs) + 1) / width,
          height: (most(ys) - least(ys) + 1) / height
        }
  return {
    inkCoverage: at.length / values.length,
    strokeWidthPixels: 4,
    contrast,
    edgeWidthPixels: 1,
    sharpness: contrast === 0 ? 0 : edges / at.length / (contrast * paper) ** 2,
    brightness: paper,
    luminanceRange: paper - values.reduce((least, value) => Math.min(least, value), 255),
    noise: 0,
    cutStrokes: borderShare(greys, ink),
    inkBox,
    groups: groupsOf(greys, ink)
  }
}

const probabilities = {
  signature: 0.2,
  notASignature: 0.2,
  printedText: 0.2,
  handwrittenText: 0.2,
  drawing: 0.2
}

/** What a classifier does otherwise. */
export interface Manner {
  readonly image?: (file: Uint8Array) => Uint8Array
  readonly sees?: (greys: Greys) => Greys
  readonly says?: (evidence: SignatureEvidence, count: number) => SignatureEvidence
  readonly refuses?: (refused: SignatureImageRefused) => SignatureImageRefused
}

/** Measures what the suite draws, and has no opinion on what it shows. */
export const plainClassifier = ({
  image = (file) => file,
  refuses = (refused) => refused,
  says = (evidence) => evidence,
  sees = (greys) => greys
}: Manner = {}): Layer.Layer<SignatureClassifier> =>
  Layer.sync(SignatureClassifier, () => {
    let count = 0
    return {
      classify: (file) =>
        Effect.suspend(() => {
          count += 1
          const fault = signatureFileFault(file)
          if (fault !== undefined) return Effect.fail(refuses(new SignatureImageRefused({ fault })))
          const read = readPng(image(file))
          if (read instanceof SignatureImageRefused) return Effect.fail(refuses(read))
          const seen = sees(read)
          const { height, width } = read
          const evidence = {
            width,
            height,
            quality: qualityOf(seen),
            probabilities,
            sideways: 0,
            acceptFrom: 0.5
          }
          return Effect.succeed(says(evidence, count))
        })
    }
  })
