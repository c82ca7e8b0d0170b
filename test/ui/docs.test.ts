import { readFile } from "node:fs/promises"
import { expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { readPageFile } from "../../emulator/node/index.ts"
import { bareWorld } from "../bare-world.ts"

const get = (path: string) =>
  createApp({ world: bareWorld(), pageFile: readPageFile }).fetch(new Request(`http://localhost${path}`))

test("/openapi.json is the document", async () => {
  const response = await get("/openapi.json")
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8")
  expect(await response.json()).toMatchObject({ openapi: "3.1.0" })
})

test("/docs and all that it loads come from this server", async () => {
  for (const path of ["/docs", "/docs/", "/docs/control"]) {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8")
    const html = await response.text()
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    const loaded = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, url]) => url ?? "")
    expect(loaded).toEqual(expect.arrayContaining(["/ui/reference.js", "/docs/swagger-ui-bundle.js"]))
    for (const url of loaded) expect((await get(url)).status, url).toBe(200)
  }
})

test("the page may reach nobody else, and runs no script that is not a file of its own", async () => {
  const response = await get("/docs")
  const policy = response.headers.get("content-security-policy") ?? ""
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("connect-src 'self'")
  expect(policy).toContain("style-src 'self';")
  expect(policy).not.toMatch(/https?:|unsafe/)
  expect(await response.text()).not.toMatch(/<script>|\son\w+=|<style/)
})

test("nothing but the known files is served below /docs", async () => {
  for (const path of [
    "/docs/../package.json",
    "/docs/..%2f..%2fpackage.json",
    "/docs/index.js",
    "/docs/reference.html",
    "/docs/swagger-ui-bundle.js.LICENSE.txt",
    "/docs/swagger-ui-bundle.js/",
  ]) {
    expect((await get(path)).status, path).toBe(404)
  }
})

test("the page shows the package's own Swagger UI", async () => {
  for (const name of ["swagger-ui-bundle.js", "swagger-ui.css"]) {
    const own = await readFile(new URL(`../../node_modules/swagger-ui-dist/${name}`, import.meta.url), "utf8")
    expect((await (await get(`/docs/${name}`)).text()) === own, name).toBe(true)
  }
})

test("the page accepts GET and HEAD alone", async () => {
  const app = createApp({ world: bareWorld(), pageFile: readPageFile })
  const ask = (method: string) => app.fetch(new Request("http://localhost/docs", { method }))
  expect((await ask("POST")).status).toBe(405)
  expect((await ask("HEAD")).status).toBe(200)
})
