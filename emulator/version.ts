export { VERSION } from "../src/version.ts"
