import type { CliCommand } from "../command.ts"
import { checkCommand } from "./check.ts"
import { completionCommand } from "./completion.ts"
import { dataCommand } from "./data.ts"
import { execCommand } from "./exec.ts"
import { exportCommand } from "./export.ts"
import { helpCommand } from "./help.ts"
import { importCommand } from "./import.ts"
import { mcpCommand } from "./mcp.ts"
import { openapiCommand } from "./openapi.ts"
import { typesCommand } from "./schema-types.ts"
import { startCommand } from "./start.ts"

/** Every command, as `hexarium --help` lists them. A new one: a file beside this one, and a line here. */
export const COMMANDS: readonly CliCommand[] = [
  startCommand,
  execCommand,
  checkCommand,
  exportCommand,
  importCommand,
  dataCommand,
  typesCommand,
  openapiCommand,
  mcpCommand,
  completionCommand,
  helpCommand,
]
