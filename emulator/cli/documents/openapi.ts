import { VERSION } from "../../version.ts"
import type { OutputFlag } from "../flags/remote-flags.ts"
import { EXIT, type Io } from "../io.ts"
import { writeOutput } from "../output.ts"

/** `hexarium openapi`: the OpenAPI 3.1 document, as the server serves it. */
export async function openapi(io: Io, { output }: OutputFlag): Promise<number> {
  const { openApiText } = await import("../../api/http/openapi/document.ts")
  await writeOutput(io, output, openApiText({ version: VERSION }))
  return EXIT.ok
}
