import { VERSION } from "../../version.ts"
import type { OutputFlag } from "../flags/remote-flags.ts"
import { EXIT, type Io } from "../io.ts"
import { writeOutput } from "../output.ts"

export interface OpenApiFlags extends OutputFlag {
  readonly flat?: boolean
}

export async function openapi(io: Io, { output, flat = false }: OpenApiFlags): Promise<number> {
  const { openApiText } = await import("../../api/http/openapi/document.ts")
  await writeOutput(io, output, openApiText({ version: VERSION, isFlat: flat }))
  return EXIT.ok
}
