import { VERSION } from "../../version.ts"
import type { OutputFlag } from "../flags/remote-flags.ts"
import { EXIT, type Io } from "../io.ts"
import { writeOutput } from "../output.ts"

export async function openapi(io: Io, { output }: OutputFlag): Promise<number> {
  const { openApiText } = await import("../../api/http/openapi/document.ts")
  await writeOutput(io, output, openApiText({ version: VERSION }))
  return EXIT.ok
}
