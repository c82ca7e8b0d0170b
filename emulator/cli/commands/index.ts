import type { CliCommand } from "../command.ts"
import { capsuleCommand, replayCommand } from "./capsules/declare.ts"
import { clockCommand } from "./clock/declare.ts"
import { completionCommand } from "./completion/declare.ts"
import { dataCommand } from "./data/declare.ts"
import { docsCommand } from "./docs/declare.ts"
import { checkCommand, exportCommand, importCommand, initCommand, openapiCommand } from "./documents/declare.ts"
import { execCommand } from "./exec/declare.ts"
import { faultsCommand } from "./faults/declare.ts"
import { helpCommand } from "./help/declare.ts"
import { mailsCommand } from "./mails/declare.ts"
import { mcpCommand } from "./mcp/declare.ts"
import { requestsCommand } from "./requests/declare.ts"
import { openCommand, statusCommand, stopCommand, waitCommand } from "./running/declare.ts"
import { seedCommand } from "./seed/declare.ts"
import { startCommand } from "./start/declare.ts"
import { tokenCommand } from "./token/declare.ts"
import { typesCommand } from "./types/declare.ts"
import { compareCommand, pullCommand, recordCommand } from "./upstream/declare.ts"
import { differencesCommand, rewindCommand, versionsCommand } from "./versions/declare.ts"
import { webhooksCommand } from "./webhooks/declare.ts"
import { whyCommand } from "./why/declare.ts"
import { worldCommand } from "./world/declare.ts"

/** Commands in the order of `hexarium --help`. To add a command, add a folder with declare.ts and run.ts, and a line here. */
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
  webhooksCommand,
  faultsCommand,
  tokenCommand,
  requestsCommand,
  whyCommand,
  versionsCommand,
  differencesCommand,
  rewindCommand,
  capsuleCommand,
  replayCommand,
  exportCommand,
  importCommand,
  seedCommand,
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
