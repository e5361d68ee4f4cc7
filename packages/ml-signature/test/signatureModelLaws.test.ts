import { signatureClassifierSuite } from "@quittance/testing"
import { SignatureModel } from "../src/index.ts"

/** The model keeps the promises of its port, with either decoder. */
signatureClassifierSuite("the model over sharp", SignatureModel.layer({ decoder: "sharp" }))
signatureClassifierSuite("the model over jimp", SignatureModel.layer({ decoder: "jimp" }))
