import type { CliCommand } from "../command.ts"
import { OUTPUT_FLAG, type OutputFlag } from "../flags/remote-flags.ts"

export const openapiCommand: CliCommand = {
  name: "openapi",
  description: "write the OpenAPI 3.1 document of the API",
  flags: [OUTPUT_FLAG],
  examples: [["openapi -o openapi.json"]],
  run: async (io, _, flags: OutputFlag) => (await import("../documents/openapi.ts")).openapi(io, flags),
}
