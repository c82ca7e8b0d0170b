import { anyObject } from "../../../src/model/input/index.ts"
import { folderUrl, lazy } from "../../api/index.ts"
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
    async ({ context }) => {
      const { controlDocument } = await import("../openapi.ts")
      return controlDocument({ version: VERSION, server: folderUrl(context.req.url) })
    },
  ),
] as const
