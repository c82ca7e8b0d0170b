import { VERSION } from "../../../version.ts"
import { EXIT, type Io } from "../../io.ts"
import { writeOutput } from "../../output.ts"
import type { OpenApiFlags } from "./declare.ts"

export async function openapi(io: Io, { output, flat }: OpenApiFlags): Promise<number> {
  const { openApiText } = await import("../../../api/http/openapi/document.ts")
  await writeOutput(io, output, openApiText({ version: VERSION, isFlat: flat === true }))
  return EXIT.ok
}
