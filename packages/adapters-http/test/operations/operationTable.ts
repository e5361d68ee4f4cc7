import type { ApiOperation } from "../../src/routing/ApiOperation.ts"
import type { TestApi } from "../TestApi.ts"

/** Every operation that is served. That none is missing is proven against the description of the API. */
export const operationsOf = (api: Pick<TestApi, "operations">): Promise<ReadonlyArray<ApiOperation>> =>
  api.operations()

/** How the caller of an operation proves who it is. */
export const proofNameOf = (operation: ApiOperation) =>
  operation.caller === "partner" ? operation.proof : operation.caller
