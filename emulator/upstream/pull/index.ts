export { type Pulled, type PullOptions, pullFixture } from "./pull-fixture.ts"
