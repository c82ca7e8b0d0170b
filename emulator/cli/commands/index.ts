import type { CliCommand } from "../command.ts"
import { checkCommand } from "./check.ts"
import { clockCommand } from "./clock.ts"
import { completionCommand } from "./completion.ts"
import { dataCommand } from "./data.ts"
import { execCommand } from "./exec.ts"
import { exportCommand } from "./export.ts"
import { faultsCommand } from "./faults.ts"
import { helpCommand } from "./help.ts"
import { importCommand } from "./import.ts"
import { initCommand } from "./init.ts"
import { mailsCommand } from "./mails.ts"
import { mcpCommand } from "./mcp.ts"
import { openapiCommand } from "./openapi.ts"
import { requestsCommand } from "./requests.ts"
import { openCommand, statusCommand, stopCommand, waitCommand } from "./running.ts"
import { typesCommand } from "./schema-types.ts"
import { startCommand } from "./start.ts"
import { tokenCommand } from "./token.ts"
import { worldCommand } from "./world.ts"

/** Every command, as `hexarium --help` lists them. A new one: a file beside this one, and a line here. */
export const COMMANDS: readonly CliCommand[] = [
  startCommand,
  execCommand,
  initCommand,
  checkCommand,
  statusCommand,
  waitCommand,
  stopCommand,
  openCommand,
  worldCommand,
  clockCommand,
  mailsCommand,
  faultsCommand,
  tokenCommand,
  requestsCommand,
  exportCommand,
  importCommand,
  dataCommand,
  typesCommand,
  openapiCommand,
  mcpCommand,
  completionCommand,
  helpCommand,
]
