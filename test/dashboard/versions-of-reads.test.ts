import { expect, test } from "vitest"
import { READS_OF_VERSIONS } from "../../dashboard/shown-version.ts"
import { controlTable } from "../../emulator/control/index.ts"

test("the dashboard reads at a version what the control plane answers at one", () => {
  const answered = controlTable.filter(({ words }) => "readsVersions" in words).map(({ at }) => at)
  expect([...READS_OF_VERSIONS].sort()).toEqual([...answered].sort())
})
