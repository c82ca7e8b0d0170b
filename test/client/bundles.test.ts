import { build } from "esbuild"
import { expect, test } from "vitest"

test("the client's bundle holds neither schemas nor the engine nor Node's modules", async () => {
  const { metafile, outputFiles } = await build({
    entryPoints: ["emulator/client/client.ts"],
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    platform: "browser",
    format: "esm",
  })
  const strange = Object.keys(metafile.inputs).filter(
    (path) => !/^emulator\/(?:client(?:-options)?|client\/[\w-]+)\.ts$/.test(path),
  )
  expect(strange).toEqual([])
  expect(outputFiles[0]?.contents.length).toBeLessThan(20_000)
})
