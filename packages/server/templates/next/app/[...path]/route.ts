import { payments } from "../../payments.ts"

export const dynamic = "force-dynamic"

/** API, payment pages and documents, below every path that the project has no page of its own for. */
const answer = async (request: Request): Promise<Response> => (await payments()).handle(request)

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT }
