import { anyObject, lazy } from "../../contract/shapes.ts"
import { VERSION } from "../../version.ts"
import { route } from "../route.ts"

/** What the control plane says of itself (control.md section 3, "openapi"). */
export const openApiRoutes = [
  route(
    "GET /openapi.json",
    {
      name: "getControlOpenApi",
      summary: "This document",
      anchor: "openapi",
      answer: lazy(() => anyObject().describe("The OpenAPI 3.1 document of the control plane")),
    },
    async (_) => {
      const { controlDocument } = await import("../openapi.ts")
      return controlDocument({ version: VERSION })
    },
  ),
] as const
