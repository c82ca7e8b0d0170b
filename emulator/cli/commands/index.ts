import type { CliCommand } from "../command.ts"
import { clockCommand } from "./clock.ts"
import { completionCommand } from "./completion.ts"
import { dataCommand } from "./data.ts"
import { docsCommand } from "./docs.ts"
import { checkCommand, exportCommand, importCommand, initCommand, openapiCommand } from "./documents.ts"
import { execCommand } from "./exec.ts"
import { faultsCommand } from "./faults.ts"
import { helpCommand } from "./help.ts"
import { mailsCommand } from "./mails.ts"
import { mcpCommand } from "./mcp.ts"
import { requestsCommand } from "./requests.ts"
import { openCommand, statusCommand, stopCommand, waitCommand } from "./running.ts"
import { typesCommand } from "./schema-types.ts"
import { startCommand } from "./start.ts"
import { tokenCommand } from "./token.ts"
import { compareCommand, pullCommand, recordCommand } from "./upstream.ts"
import { worldCommand } from "./world.ts"

/** Commands in the order of `hexarium --help`. To add a command, add a file to this folder and a line here. */
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
  pullCommand,
  recordCommand,
  compareCommand,
  openapiCommand,
  mcpCommand,
  docsCommand,
  completionCommand,
  helpCommand,
]
