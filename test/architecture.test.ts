import { readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"
import { rows } from "../emulator/api/contract/table.ts"
import { inKebabCase } from "./contract/kebab-case.ts"

const ROOT = fileURLToPath(new URL("..", import.meta.url))

const sourcesOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes("node_modules/"))
    .map((path) => join(folder, path))

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8")

/** What a file imports: packages by name, own files by their path from the root. */
function importsOf(path: string): string[] {
  const found = read(path).matchAll(
    /^(?:import|export)\s[^"]*?\bfrom "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm,
  )
  return [...found].map(([, from, alone, lazily]) => {
    const specifier = from ?? alone ?? lazily ?? ""
    return specifier.startsWith(".") ? relative(ROOT, join(ROOT, dirname(path), specifier)) : specifier
  })
}

const offences = (paths: readonly string[], isAllowed: (imported: string, path: string) => boolean): string[] =>
  paths.flatMap((path) =>
    importsOf(path)
      .filter((imported) => !isAllowed(imported, path))
      .map((imported) => `${path} imports ${imported}`),
  )

const engine = sourcesOf("src")
const skin = sourcesOf("emulator")
const dashboard = sourcesOf("dashboard")
const tests = sourcesOf("test")

/** The packages of the engine: pure JavaScript, no Node. */
const ENGINE_PACKAGES =
  /^(?:immer|nanoid|sorted-btree|fflate|re2js|papaparse|zod|fast-check|date-fns|@date-fns\/utc|pure-rand|@noble\/hashes|quickjs-emscripten-core|@jitl\/[\w-]+)(?:$|\/)/

describe("arrows point inwards only", () => {
  test("the engine imports itself and pure packages: no skin, no Node", () => {
    expect(offences(engine, (imported) => imported.startsWith("src/") || ENGINE_PACKAGES.test(imported))).toEqual([])
  })

  test("the skin knows the engine by the door that is for it", () => {
    const inside = (imported: string) => imported.startsWith("src/") && imported !== "src/inside.ts"
    expect(offences(skin, (imported) => !inside(imported) && !imported.startsWith("test/"))).toEqual([])
  })

  test("hexarium/http reaches nothing of Node", () => {
    // Plain data by the time it is in a bundle: `scripts/inline-data.mjs`.
    const inlined = ["emulator/version.ts", "emulator/http/openapi/examples.ts"]
    const reached = new Set(["emulator/index.ts"])
    for (const path of reached) {
      for (const imported of importsOf(path)) {
        if (/^(?:emulator|src)\//.test(imported) && !inlined.includes(imported)) reached.add(imported)
      }
    }
    expect(offences([...reached], (imported) => !/^(?:node:|@hono\/node-server)/.test(imported))).toEqual([])
  })

  test("presenters don't know the socket", () => {
    const translators = skin.filter((path) => /^emulator\/presenters\//.test(path))
    expect(offences(translators, (imported) => !/^(?:node:http|hono|@hono)/.test(imported))).toEqual([])
  })
})

/** What each room of the engine may import of the others; the base files are open to all. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  store: [],
  records: [],
  calendar: [],
  texts: [],
  refusals: [],
  input: ["refusals", "texts"],
  state: ["records", "store"],
  ports: ["records", "state"],
  persistence: ["ports", "records", "state", "store"],
  adapters: ["persistence", "ports", "records", "store"],
  access: ["records", "state", "store"],
  engine: ["input", "refusals", "access", "calendar", "ports", "records", "state", "texts"],
  tasks: ["access", "calendar", "records", "state"],
  clock: ["calendar", "engine", "records", "state", "texts"],
  faults: ["engine", "records", "texts"],
  mail: ["input", "engine", "records", "state", "texts"],
  confirmations: ["input", "records", "state", "texts"],
  groups: ["input", "records", "state"],
  roles: ["input", "access", "groups", "records", "state"],
  users: ["input", "access", "calendar", "groups", "ports", "records", "state", "texts"],
  applications: ["records", "roles", "state"],
  workspaces: ["input", "applications", "engine", "groups", "records", "state", "texts", "users"],
  files: ["input", "access", "calendar", "clock", "ports", "records", "state"],
  fields: ["input", "access", "auto-numbers", "calendar", "files", "records", "state", "users"],
  datastores: ["input", "access", "records", "roles", "state"],
  changes: ["fields", "records", "state", "store"],
  "auto-numbers": ["access", "records", "state"],
  histories: ["access", "records", "state"],
  links: ["input", "access", "records", "state"],
  scripts: ["access", "engine", "fields", "links", "ports", "records", "state"],
  items: [
    "input",
    ...["access", "auto-numbers", "calendar", "engine", "fields", "files", "histories", "links", "mail", "ports"],
    ...["records", "roles", "scripts", "state", "store"],
  ],
  "field-settings": ["input", "access", "auto-numbers", "fields", "items", "links", "records", "roles", "state"],
  answers: ["access", "engine", "fields", "records", "state", "users"],
  reports: ["input", "access", "engine", "fields", "items", "links", "ports", "records", "state"],
  "auto-actions": ["input", "access", "calendar", "clock", "engine", "items", "records", "scripts", "state"],
  "full-text": ["access", "fields", "ports", "records", "state", "store", "texts"],
  operations: [
    "input",
    ...[
      "access",
      "answers",
      "applications",
      "auto-actions",
      "auto-numbers",
      "calendar",
      "confirmations",
      "datastores",
      "engine",
      "faults",
      "field-settings",
      "fields",
    ],
    ...[
      "files",
      "full-text",
      "groups",
      "histories",
      "items",
      "links",
      "mail",
      "ports",
      "records",
      "refusals",
      "reports",
      "roles",
      "scripts",
      "state",
      "tasks",
      "templates",
      "texts",
    ],
    ...["users", "workspaces"],
  ],
  templates: ["access", "calendar", "files", "fixture", "ports", "records", "state", "texts"],
  fixture: [
    ...["access", "auto-actions", "auto-numbers", "calendar", "datastores", "engine", "fields", "ports", "records"],
    ...["items", "links", "roles", "state", "texts", "workspaces"],
  ],
  typed: ["input", "engine", "access", "answers", "datastores", "items", "operations"],
  invariants: ["fields", "fixture", "records", "state", "store", "texts"],
}

/** The same for the emulator. What stands beside the rooms puts them together; only the rooms listed may use it. */
const EMULATOR_ROOMS: Readonly<Record<string, readonly string[]>> = {
  api: ["csv", "next-turn.ts"],
  adapters: [],
  csv: ["next-turn.ts"],
  persistence: ["version.ts"],
  "fixture-files": [],
  worlds: ["api"],
  replicas: ["worlds"],
  http: ["api", "worlds"],
  pipeline: ["api", "http", "next-turn.ts", "worlds"],
  control: ["api", "fixture-text.ts", "http", "next-turn.ts", "pipeline", "replicas", "version.ts", "worlds"],
  pages: ["api", "http", "version.ts"],
  node: ["adapters", "app.ts", "app-options.ts", "fixture-files", "http", "pages", "worlds"],
  kit: ["app.ts", "api", "fixture-files", "pipeline", "worlds"],
  mcp: ["client.ts", "api", "control", "control-client.ts", "http", "version.ts"],
  matchers: [],
  client: ["api"],
  schema: ["client.ts"],
  "service-worker": [],
  runners: ["adapters", "app.ts", "client.ts", "fixture-files", "matchers", "node", "pipeline"],
  cli: [
    "client.ts",
    "control-client.ts",
    "schema",
    ...[
      "adapters",
      "client.ts",
      "control",
      "control-client.ts",
      "demo.ts",
      "fixture-files",
      "fixture-text.ts",
      "http",
      "mcp",
      "node",
      "persistence",
      "version.ts",
    ],
    "worlds",
  ],
}

/** The same for the dashboard, where each view is a room. What stands beside the rooms is open to all, but for the page's own beginning. */
const DASHBOARD_ROOMS: Readonly<Record<string, readonly string[]>> = {
  api: [],
  texts: [],
  state: ["api", "texts"],
  parts: ["api", "state", "texts"],
  items: ["api", "parts", "state", "texts"],
  view: ["api", "items", "parts", "state", "texts"],
  "views/data": ["views/item"],
  views: ["parts", "texts", "view"],
  palette: ["api", "parts", "state", "texts", "views"],
  shell: ["palette", "parts", "state", "texts", "views"],
  reference: ["api", "parts", "state", "texts"],
}

/** Contract, presenters and the wire are one room: a row is a declaration's outside, its presenter among it. */
const emulatorRoomOf = (path: string): string =>
  /^emulator\/(?:contract|presenters|wire)\//.test(path) ? "api" : roomOf(path)

/** The engine's top: they may import every room. */
const TOP = /^src\/(?:create-world|index(?:-\w+)?|inside|world)\.ts$/
const BASE = /^src\/(?:error|ids|names|order|part|sparse)\.ts$/

const roomOf = (path: string): string => path.split("/")[1] as string

/** A view's folder is a room of its own; the list of views stands above them. */
const dashboardRoomOf = (path: string): string =>
  /^dashboard\/(views\/[\w-]+)\//.exec(path)?.[1] ?? /^dashboard\/([\w-]+)\//.exec(path)?.[1] ?? ""

/** Files that import each other in a circle, type imports included; each circle once. */
function circlesOf(paths: readonly string[]): string[][] {
  const known = new Set(paths)
  const imports = new Map(paths.map((path) => [path, importsOf(path).filter((imported) => known.has(imported))]))
  const reach = (from: string): Set<string> => {
    const reached = new Set<string>()
    const waiting = [...(imports.get(from) ?? [])]
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (reached.has(path)) continue
      reached.add(path)
      waiting.push(...(imports.get(path) ?? []))
    }
    return reached
  }
  const reached = new Map(paths.map((path) => [path, reach(path)]))
  const circles = new Map<string, string[]>()
  for (const path of paths) {
    if (reached.get(path)?.has(path) !== true) continue
    const circle = paths.filter((other) => reached.get(path)?.has(other) && reached.get(other)?.has(path)).sort()
    circles.set(circle.join(), circle)
  }
  return [...circles.values()]
}

describe("rooms have a direction", () => {
  test("a room of the engine imports what stands below it", () => {
    const inRooms = engine.filter((path) => !TOP.test(path) && !BASE.test(path))
    const isAllowed = (imported: string, path: string) =>
      !imported.startsWith("src/") ||
      BASE.test(imported) ||
      roomOf(imported) === roomOf(path) ||
      ROOMS[roomOf(path)]?.includes(roomOf(imported)) === true ||
      (roomOf(path) === "invariants" && TOP.test(imported))
    expect(offences(inRooms, isAllowed)).toEqual([])
  })

  test("so does a room of the emulator", () => {
    const inRooms = skin.filter((path) => path.split("/").length > 2)
    const isAllowed = (imported: string, path: string) =>
      !imported.startsWith("emulator/") ||
      emulatorRoomOf(imported) === emulatorRoomOf(path) ||
      EMULATOR_ROOMS[emulatorRoomOf(path)]?.includes(emulatorRoomOf(imported)) === true
    expect(offences(inRooms, isAllowed)).toEqual([])
  })

  test("so does a room of the dashboard, and a view knows no other but for the items that a list opens", () => {
    const kindOf = (room: string) => (room.startsWith("views/") ? "view" : room)
    const isAllowed = (imported: string, path: string) => {
      if (!imported.startsWith("dashboard/")) return true
      const from = dashboardRoomOf(path)
      const to = dashboardRoomOf(imported)
      const allowed = [...(DASHBOARD_ROOMS[kindOf(from)] ?? []), ...(DASHBOARD_ROOMS[from] ?? [])]
      return from === to || from === "" || to === "" || allowed.includes(kindOf(to)) || allowed.includes(to)
    }
    expect(offences(dashboard, isAllowed)).toEqual([])
  })

  test.each([
    ["engine", ROOMS],
    ["emulator", EMULATOR_ROOMS],
    ["dashboard", DASHBOARD_ROOMS],
  ])("the table of rooms of the %s has no circle", (_, rooms) => {
    const below = (room: string, seen: readonly string[] = []): string[] =>
      seen.includes(room) ? [...seen, room] : (rooms[room] ?? []).flatMap((next) => below(next, [...seen, room]))
    expect(Object.keys(rooms).filter((room) => below(room).length > 0)).toEqual([])
  })

  test("no more than six files import each other in a circle", () => {
    expect([...circlesOf(engine), ...circlesOf(skin)].filter((circle) => circle.length > 6)).toEqual([])
    expect(circlesOf(dashboard)).toEqual([])
  })
})

describe("the engine is the same every time it runs", () => {
  const AMBIENT =
    /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.(?!md)|\bset(?:Timeout|Interval|Immediate)\(/
  const pure = engine.filter((path) => !path.startsWith("src/adapters/"))

  test("clock, chance and timers come in through ports", () => {
    expect(pure.filter((path) => AMBIENT.test(read(path)))).toEqual([])
  })
})

describe("files", () => {
  const all = [...engine, ...skin]

  test("are named for what they do", () => {
    const drawer =
      /^(?:utils?|helpers?|common|types|misc|manager|service)\.ts$|[-.](?:utils?|helpers?|manager|service)\.ts$/
    expect(
      all.filter(
        (path) => drawer.test(basename(path)) || !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.d)?\.ts$/.test(basename(path)),
      ),
    ).toEqual([])
  })

  /** Folders that are too full as yet, and how many files they may have: only ever fewer. */
  const TOO_FULL: Readonly<Record<string, number>> = { "src/records": 21 }

  test("lie at most twenty side by side", () => {
    const count = new Map<string, number>()
    for (const path of [...all, ...tests]) count.set(dirname(path), (count.get(dirname(path)) ?? 0) + 1)
    expect([...count].filter(([folder, files]) => files > (TOO_FULL[folder] ?? 20))).toEqual([])
  })

  test("hold one concept each", () => {
    expect(all.filter((path) => read(path).split("\n").length > 450)).toEqual([])
  })
})

test("every operation that is built has a file of tests under its name", () => {
  const named = new Set(tests.map((path) => basename(path, ".test.ts")))
  const built = rows.filter(([, row]) => !row.planned).map(([name]) => inKebabCase(name))
  expect(built.filter((name) => !named.has(name))).toEqual([])
})

describe("names", () => {
  /** What files declare and export under each name that several do. */
  function declaredTwice(paths: readonly string[], kind: string): string[] {
    const places = new Map<string, string[]>()
    const declaration = new RegExp(`^export (?:async |abstract |declare )*(?:${kind})\\*? (\\w+)`, "gm")
    for (const path of paths) {
      const names = new Set([...read(path).matchAll(declaration)].map(([, name = ""]) => name))
      for (const name of names) places.set(name, [...(places.get(name) ?? []), path])
    }
    return [...places].filter(([, found]) => found.length > 1).map(([name, found]) => `${name}: ${found.join(", ")}`)
  }

  test("of types stand for one thing, in the engine and the skin", () => {
    expect(declaredTwice([...engine, ...skin], "type|interface|class|enum")).toEqual([])
  })

  test("of functions and values stand for one thing, in the engine and in the skin", () => {
    const VALUES = "function|const|let"
    expect(declaredTwice(engine, VALUES)).toEqual([])
    // The one way in, by the name that it has in the entry of every runner.
    const twice = declaredTwice(skin, VALUES).filter((found) => !found.startsWith("hexariumTest: emulator/runners/"))
    expect(twice).toEqual([])
  })
})
