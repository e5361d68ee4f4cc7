import type { SignatureEvidence } from "@quittance/core/adapter"
import type { WorkingImage } from "../decode/WorkingImage.ts"
import { inkMapOf } from "../ink/InkMap.ts"
import { inkBoxOf } from "../ink/inkBox.ts"
import { loadNetwork } from "../network/Network.ts"
import { qualityOf } from "../quality/qualityOf.ts"
import { looksAt } from "./looksAt.ts"

/** Judges decoded images. */
export interface Judge {
  readonly judge: (image: WorkingImage) => SignatureEvidence
  readonly dispose: () => void
}

/** Loads and warms up the network. Nothing is loaded before this is called. */
export const loadJudge = async (): Promise<Judge> => {
  const network = await loadNetwork()
  const judge = (image: WorkingImage): SignatureEvidence => {
    const ink = inkMapOf(image)
    const box = inkBoxOf(ink)
    // Before the ink is turned, which takes the place of what was there.
    const quality = qualityOf(ink, box)
    return {
      width: image.shownWidth,
      height: image.shownHeight,
      quality,
      ...looksAt(network, ink, box),
      acceptFrom: network.calibration.acceptFrom
    }
  }
  return { judge, dispose: network.dispose }
}
