export { COMMANDS } from "./commands/index.ts"
export { reportFailure } from "./io.ts"
export { processIo } from "./process-io.ts"
export { run } from "./program.ts"
