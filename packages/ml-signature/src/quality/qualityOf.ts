import type { SignatureQuality } from "@quittance/core/adapter"
import type { InkMap } from "../ink/InkMap.ts"
import type { Box } from "../ink/inkBox.ts"
import { groupsOf } from "./groups.ts"
import {
  coverageOf,
  cutStrokesOf,
  edgeWidthOf,
  lightOf,
  noiseOf,
  sharpnessOf,
  strokeWidthOf
} from "./measures.ts"
import { strokesOf } from "./strokes.ts"

/** What can be measured of an image without knowing what it shows. */
export const qualityOf = (ink: InkMap, box: Box | undefined): SignatureQuality => {
  const { height, width } = ink
  const strokes = strokesOf(ink, box)
  return {
    inkCoverage: coverageOf(ink),
    strokeWidthPixels: strokeWidthOf(strokes),
    contrast: ink.contrast,
    ...sharpnessOf(strokes),
    edgeWidthPixels: edgeWidthOf(strokes),
    ...lightOf(ink),
    noise: noiseOf(ink),
    cutStrokes: cutStrokesOf(ink),
    ...groupsOf(ink),
    inkBox: {
      left: (box?.left ?? 0) / width,
      top: (box?.top ?? 0) / height,
      width: box === undefined ? 0 : (box.right - box.left) / width,
      height: box === undefined ? 0 : (box.bottom - box.top) / height
    }
  }
}
