export {
  createWorldFromFiles,
  type FixtureFiles,
  type OutsideWorld,
  readFixtureFiles,
  serverPorts,
  vmPatterns,
} from "../adapters/index.ts"
export { readPageFile } from "./page-files.ts"
export {
  type CapsuleReplay,
  openCapsuleWorld,
  readCapsuleFile,
  replayCapsuleFile,
  runCapsule,
  writeCapsuleFile,
} from "./replay-file.ts"
export { type RunningServer, type ServerOptions, startServer } from "./server.ts"
