import { expect, test } from "vitest"
import { showsColours } from "../../emulator/cli/colours.ts"

const terminal = { isTTY: true }

test.each([
  ["a terminal shows them", {}, terminal, true],
  ["a pipe does not", {}, { isTTY: false }, false],
  ["a file does not", {}, {}, false],
  ["NO_COLOR turns them off", { NO_COLOR: "1" }, terminal, false],
  ["an empty NO_COLOR does not", { NO_COLOR: "" }, terminal, true],
  ["FORCE_COLOR turns them on", { FORCE_COLOR: "1" }, {}, true],
  ["FORCE_COLOR=0 turns them off", { FORCE_COLOR: "0" }, terminal, false],
  ["FORCE_COLOR goes before NO_COLOR", { FORCE_COLOR: "1", NO_COLOR: "1" }, {}, true],
  ["a dumb terminal shows none", { TERM: "dumb" }, terminal, false],
])("colours: %s", (_, env, stream, shown) => {
  expect(showsColours(env, stream)).toBe(shown)
})
