/** All that `hexarium types` reads a schema with: loaded by that command alone. */
export { createWorld, FixtureError } from "../../../src/inside.ts"
export { ApiError, createClient } from "../../client/client.ts"
export { createWorldFromFiles } from "../../adapters/fixture-files/index.ts"
export { describeApi } from "../../client/schema/describe-api.ts"
export { describeWorld } from "../../client/schema/describe-world.ts"
export { SchemaProblem } from "../../client/schema/schema.ts"
export { writeTypes } from "../../client/schema/write-types.ts"
