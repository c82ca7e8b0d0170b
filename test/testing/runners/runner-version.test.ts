import { expect, test } from "vitest"
import { requireFastCheck } from "../../../emulator/testing/kit/options.ts"
import { requireMsw } from "../../../emulator/testing/runners/msw-version.ts"
import { isFrom, requireRunner } from "../../../emulator/testing/runners/runner-version.ts"

test.each([
  ["3.0.0", "3.0", true],
  ["4.1.12", "3.0", true],
  ["30.5.2", "30.0", true],
  ["1.50.0-beta.1", "1.50", true],
  ["2.9.9", "3.0", false],
  ["1.9.0", "1.50", false],
] as const)("%s is from %s on: %s", (version, since, is) => {
  expect(isFrom(version, since)).toBe(is)
})

test("a runner that is too old is refused in a sentence that says what to do", () => {
  expect(() => requireRunner("hexarium/vitest", { name: "Vitest", package: "vitest", since: "999.0" })).toThrow(
    /^hexarium\/vitest: expected Vitest 999\.0 or later, received [\d.]+; run npm install --save-dev vitest@latest$/,
  )
})

test("a runner whose version can't be read passes", () => {
  expect(() => requireRunner("hexarium/x", { name: "X", package: "no-such-runner", since: "1.0" })).not.toThrow()
})

test("so is a Mock Service Worker from before its handlers were named as now", () => {
  expect(() => requireMsw({})).toThrow(
    "hexarium/msw needs Mock Service Worker 2.0 or later; run npm install --save-dev msw@latest",
  )
})

test("so is a fast-check that is too old for the kit", () => {
  expect(() => requireFastCheck("4.0.0")).not.toThrow()
  expect(() => requireFastCheck("3.23.2")).toThrow(
    "hexarium/testing: expected fast-check 4.0 or later, received 3.23.2; run npm install --save-dev fast-check@latest",
  )
})
