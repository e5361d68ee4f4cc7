import type { SignatureEvidence } from "@quittance/core"
import type { WorkingImage } from "../decode/WorkingImage.ts"
import { canvasOf } from "../ink/canvas.ts"
import { inkMapOf } from "../ink/InkMap.ts"
import { inkBoxOf } from "../ink/inkBox.ts"
import { paletteOf } from "../ink/palette.ts"
import { loadNetwork } from "../network/Network.ts"
import { probabilitiesOf } from "../network/probabilitiesOf.ts"
import { qualityOf } from "../quality/qualityOf.ts"

/** Looks at decoded images. */
export interface Judge {
  readonly judge: (image: WorkingImage) => SignatureEvidence
  readonly dispose: () => void
}

/** Loads and warms the network; nothing is loaded before it is called. */
export const loadJudge = async (): Promise<Judge> => {
  const network = await loadNetwork()
  const judge = (image: WorkingImage): SignatureEvidence => {
    const ink = inkMapOf(image)
    const box = inkBoxOf(ink)
    const logits = network.logitsOf(canvasOf(ink, box), paletteOf(ink))
    return {
      width: image.shownWidth,
      height: image.shownHeight,
      quality: qualityOf(ink, box),
      probabilities: probabilitiesOf(logits, network.kinds, network.calibration),
      acceptFrom: network.calibration.acceptFrom
    }
  }
  return { judge, dispose: network.dispose }
}
