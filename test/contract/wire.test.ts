import { expect, test } from "vitest"
import { wireSource } from "../../emulator/contract/wire-source.ts"

test("wire.ts is what the table says", async () => {
  await expect(wireSource()).toMatchFileSnapshot("../../emulator/contract/wire.ts")
})
