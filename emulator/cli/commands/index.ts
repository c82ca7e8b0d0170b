import type { Command } from "../command.ts"
import { check } from "./check.ts"
import { completion } from "./completion.ts"
import { data } from "./data.ts"
import { exec } from "./exec.ts"
import { exportCommand } from "./export.ts"
import { help } from "./help.ts"
import { importCommand } from "./import.ts"
import { openapi } from "./openapi.ts"
import { start } from "./start.ts"

/** Every command, as `hexarium --help` lists them. A new one: a file beside this one, and a line here. */
export const COMMANDS: readonly Command[] = [
  start,
  exec,
  check,
  exportCommand,
  importCommand,
  data,
  openapi,
  completion,
  help,
]
