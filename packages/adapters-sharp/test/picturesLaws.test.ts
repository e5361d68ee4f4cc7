import { picturesSuite } from "@quittance/testing"
import { SharpPictures } from "../src/index.ts"
import { drawing } from "./drawing.ts"

/** Pictures over sharp keep the promises of their port. */
picturesSuite("sharp", SharpPictures.layer(), drawing)
