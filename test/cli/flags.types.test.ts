import { expectTypeOf, test } from "vitest"
import { choice, type FlagsOf, flag, onOff, perCall, repeatable } from "../../emulator/cli/flags/flag.ts"
import { readCount, readSome } from "../../emulator/cli/flags/values.ts"

const flags = [
  flag("--delay-ms <ms>", "a number", readCount),
  repeatable(flag("--allow-host <host>", "a list", readSome)),
  choice("--users <kind>", "a choice", ["real", "placeholder"]),
  onOff("write", "a switch"),
  { ...flag("--concurrency <number>", "a number with a default", readCount), byDefault: 4 },
].map(perCall)

test("the values of flags have the names and types of the list", () => {
  expectTypeOf<FlagsOf<typeof flags>>().toExtend<{
    readonly delayMs?: number
    readonly allowHost?: readonly string[]
    readonly users?: "real" | "placeholder"
    readonly write?: boolean
    readonly concurrency: number
  }>()
  expectTypeOf<keyof FlagsOf<typeof flags>>().toEqualTypeOf<
    "delayMs" | "allowHost" | "users" | "write" | "concurrency"
  >()
})
