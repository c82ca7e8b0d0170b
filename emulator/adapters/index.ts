export { appendCounts, CountsFolder, findCountsFolder } from "./counts-folder.ts"
export { createWorldFromFiles, type FixtureFiles, readFixtureFiles } from "./fixture-files/index.ts"
export { type PlacedMistake, partsOf, placeMistakes } from "./fixture-files/positions.ts"
export { parseFixture, parseText, readText } from "./fixture-files/read-document.ts"
export { findFixture, inheritFixture, rememberFixture } from "./fixture-files/world-fixture.ts"
export { giveApp } from "./give-app.ts"
export { BadPlace } from "./persistence/bad-place.ts"
export { CopyOvertaken, copyStore, isEmpty, type Progress, requireBlobs } from "./persistence/copy-store.ts"
export {
  isSqlite,
  openPostgresStore,
  openSqliteStore,
  openStore,
  type Place,
  readPlace,
  refuseDisplaced,
  requireExisting,
  shownPlace,
} from "./persistence/open-store.ts"
export { openToRead } from "./persistence/read-only-media.ts"
export { type Recovered, recoverStore } from "./persistence/recover-store.ts"
export { realFile } from "./persistence/sqlite/file-identity.ts"
export { salvage } from "./persistence/sqlite/log/salvage.ts"
export type { Salvaged } from "./persistence/sqlite/log/salvage-log.ts"
export { type StoreProblem, verifyStore } from "./persistence/verify-store.ts"
export { PRIVATE_FILE, replaceFile } from "./replace-file.ts"
export { type OutsideWorld, serverPorts } from "./server-ports.ts"
export { smtpUrlFault } from "./smtp-url.ts"
export { vmPatterns } from "./vm-patterns.ts"
