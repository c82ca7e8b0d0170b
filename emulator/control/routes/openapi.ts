import { anyObject, lazy } from "../../api/index.ts"
import { VERSION } from "../../version.ts"
import { route } from "../route.ts"

export const openApiRoutes = [
  route(
    "GET /openapi.json",
    {
      name: "getControlOpenApi",
      summary: "Get this document",
      anchor: "openapi",
      answer: lazy(() => anyObject().describe("The OpenAPI 3.1 document of the control plane")),
    },
    async (_) => {
      const { controlDocument } = await import("../openapi.ts")
      return controlDocument({ version: VERSION })
    },
  ),
] as const
