export * from "./inside.ts"
