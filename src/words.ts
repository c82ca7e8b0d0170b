/** What callers in flat words share with the engine, apart from `inside.ts`: whoever bundles a client takes nothing else of it. */
export { misshapen, requireWords } from "./operations/words/require-words.ts"
