import type { SignatureEvidence } from "@quittance/core/adapter"
import { turned } from "../decode/upright.ts"
import type { WorkingImage } from "../decode/WorkingImage.ts"
import { canvasOf } from "../ink/canvas.ts"
import { inkMapOf } from "../ink/InkMap.ts"
import { inkBoxOf } from "../ink/inkBox.ts"
import { paletteOf } from "../ink/palette.ts"
import { loadNetwork } from "../network/Network.ts"
import { probabilitiesOf } from "../network/probabilitiesOf.ts"
import { qualityOf } from "../quality/qualityOf.ts"

type Probabilities = SignatureEvidence["probabilities"]

/** Judges decoded images. */
export interface Judge {
  readonly judge: (image: WorkingImage) => SignatureEvidence
  readonly dispose: () => void
}

/** Loads and warms up the network. Nothing is loaded before this is called. */
export const loadJudge = async (): Promise<Judge> => {
  const network = await loadNetwork()
  const { acceptFrom } = network.calibration
  const look = (image: WorkingImage) => {
    const ink = inkMapOf(image)
    const box = inkBoxOf(ink)
    const logits = network.logitsOf(canvasOf(ink, box), paletteOf(ink))
    return { ink, box, probabilities: probabilitiesOf(logits, network.kinds, network.calibration) }
  }
  // Of the corpus's signatures that are valid upright none looked like text on its side.
  const mayLie = ({ drawing, handwrittenText, notASignature, printedText, signature }: Probabilities) =>
    signature < acceptFrom &&
    Math.max(drawing, notASignature, signature) > Math.max(handwrittenText, printedText)
  const sidewaysOf = (image: WorkingImage): number =>
    Math.max(...(["right", "left"] as const).map((to) => look(turned(image, to)).probabilities.signature))
  const judge = (image: WorkingImage): SignatureEvidence => {
    const { box, ink, probabilities } = look(image)
    // Before the image is turned: then another ink map takes the place of this one.
    const quality = qualityOf(ink, box)
    return {
      width: image.shownWidth,
      height: image.shownHeight,
      quality,
      probabilities,
      sideways: mayLie(probabilities) ? sidewaysOf(image) : 0,
      acceptFrom
    }
  }
  return { judge, dispose: network.dispose }
}
