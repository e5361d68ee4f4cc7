/**
 * Why a transaction is not taken (`Return.response_code`), and what a node says then (`Wallet.broadcastTransaction`).
 */
export type RefusalCode =
  | "SIGERROR"
  | "CONTRACT_VALIDATE_ERROR"
  | "CONTRACT_EXE_ERROR"
  | "BANDWITH_ERROR"
  | "DUP_TRANSACTION_ERROR"
  | "TAPOS_ERROR"
  | "TOO_BIG_TRANSACTION_ERROR"
  | "TRANSACTION_EXPIRATION_ERROR"
  | "SERVER_BUSY"
  | "NO_CONNECTION"
  | "BLOCK_UNSOLIDIFIED"
  | "OTHER_ERROR"

/** The transaction is in no block and no pool, and costs nothing. */
export class Refusal extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }

  static signature(reason: string): Refusal {
    return new Refusal("SIGERROR", `Validate signature error: ${reason}`)
  }

  static contract(reason: string): Refusal {
    return new Refusal("CONTRACT_VALIDATE_ERROR", `Contract validate error : ${reason}`)
  }

  static execution(reason: string): Refusal {
    return new Refusal("CONTRACT_EXE_ERROR", `Contract execute error : ${reason}`)
  }

  static get resources(): Refusal {
    return new Refusal("BANDWITH_ERROR", "Account resource insufficient error.")
  }

  static get duplicate(): Refusal {
    return new Refusal("DUP_TRANSACTION_ERROR", "Dup transaction.")
  }

  static get tapos(): Refusal {
    return new Refusal("TAPOS_ERROR", "Tapos check error.")
  }

  static get expired(): Refusal {
    return new Refusal("TRANSACTION_EXPIRATION_ERROR", "Transaction expired")
  }
}
