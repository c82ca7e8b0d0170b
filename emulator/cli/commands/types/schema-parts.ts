/** Modules that only `hexarium types` loads. */
export { FixtureError } from "../../../../src/fixtures/index.ts"
export { createWorld } from "../../../../src/world/index.ts"
export { createWorldFromFiles } from "../../../adapters/index.ts"
export { ApiError, createClient, describeApi, describeWorld, SchemaProblem, writeTypes } from "../../../client/index.ts"
export { checkedClient, UpstreamProblem } from "../../../upstream/index.ts"
