/** All that `hexarium types` reads a schema with: loaded by that command alone. */
export { createWorld, FixtureError } from "../../../src/inside.ts"
export { ApiError, createClient } from "../../client.ts"
export { createWorldFromFiles } from "../../fixture-files/index.ts"
export { describeApi } from "../../schema/describe-api.ts"
export { describeWorld } from "../../schema/describe-world.ts"
export { SchemaProblem } from "../../schema/schema.ts"
export { writeTypes } from "../../schema/write-types.ts"
