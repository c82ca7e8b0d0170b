export { type HexariumPluginOptions, hexarium } from "./plugin.ts"
