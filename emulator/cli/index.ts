export { COMMANDS } from "./commands/index.ts"
export { processIo } from "./process-io.ts"
export { run } from "./program.ts"
