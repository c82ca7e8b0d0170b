import { build } from "esbuild"
import { expect, test } from "vitest"
import { inlineData } from "../../scripts/inline-data.mjs"

test("the bundles hold neither schemas nor the engine nor Node's modules, and flat words are one of their own", async () => {
  const { metafile, outputFiles } = await build({
    entryPoints: ["emulator/client.ts"],
    bundle: true,
    splitting: true,
    outdir: "client",
    write: false,
    metafile: true,
    minify: true,
    platform: "browser",
    format: "esm",
    plugins: [inlineData],
  })
  const strange = Object.keys(metafile.inputs).filter(
    (path) =>
      !/^emulator\/(?:(?:wire-)?client(?:-options)?\.ts|flat\/(?:(?:seen|settings)\/)?[\w-]+\.ts)$|^src\/(?:operations\/words\/|words)/.test(
        path,
      ),
  )
  expect(strange.sort()).toEqual(["emulator/contract/wire.ts", "src/texts/nearest.ts"])
  const sizes = outputFiles.map(({ contents }) => contents.length)
  expect(sizes[0]).toBeLessThan(20_000)
  expect(sizes.reduce((all, size) => all + size)).toBeLessThan(72_000)
})
