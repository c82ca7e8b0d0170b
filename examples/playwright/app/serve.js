import { readFile } from "node:fs/promises"
import { createServer } from "node:http"

/** Serves the page of the app under test at every path. */
const page = await readFile(new URL("index.html", import.meta.url))
createServer((_, answer) => answer.setHeader("content-type", "text/html; charset=utf-8").end(page)).listen(
  4173,
  "127.0.0.1",
)
