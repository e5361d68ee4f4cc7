import { cleanUpFile } from "@quittance/testing"
import { afterAll } from "vitest"

afterAll(cleanUpFile)
