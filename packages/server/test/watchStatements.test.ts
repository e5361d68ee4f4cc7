import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Ids, MemoryStore, Quittance, Settings, settingsOf } from "@quittance/core"
import { BankTransfers, Statements } from "@quittance/core/adapter"
import { camtText, TransferAccounts } from "@quittance/adapters-bank-transfer"
import { temporaryFolder } from "@quittance/testing"
import { Effect, Layer, Result } from "effect"
import { folderFindings } from "../src/command/doctor/folderFindings.ts"
import { noVault } from "../src/start/MasterKey.ts"
import { statementFolderOf } from "../src/statements/StatementFolder.ts"
import { makeLook } from "../src/statements/watchStatements.ts"
