import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { sources } from "../../scripts/entries.mjs"
import { readApi } from "./api-report.mjs"
import { membersIn } from "./members-in.ts"

const TYPES = fileURLToPath(new URL("../../dist/types/", import.meta.url))

/** Whether the text declares a function, or a constant that holds one. */
const isFunction = (text: string): boolean => /^export declare (?:function |const \w+: (?:<[^>]*>)?\()/.test(text)

test.each(Object.entries(sources))("%s has an example of each function", (_, source) => {
  const functions = readApi(TYPES + source.replace(/\.ts$/, ".d.ts")).filter(({ text }) => isFunction(text))
  expect(functions.filter(({ doc }) => !doc.includes("@example")).map(({ name }) => name)).toEqual([])
})

/** The operations that tests, examples and applications call most. */
const COMMON_OPERATIONS = [
  "addRoleToUser",
  "addUser",
  "createApplication",
  "createField",
  "createItem",
  "createNewWorkspace",
  "deleteItem",
  "executeAction",
  "executeBulkAction",
  "forgotPassword",
  "getActions",
  "getApplicationsAndDatastores",
  "getDatastoreFields",
  "getFile",
  "getGroup",
  "getItemDetails",
  "getItemHistories",
  "getUserInfo",
  "getWorkspaces",
  "globalSearch",
  "importItems",
  "itemList",
  "login",
  "postItemComment",
  "registerUser",
  "updateItem",
  "uploadFileDetached",
  "userInvite",
  "userRegistration",
]

const INPUTS = "src/operations/inputs.d.ts"
const REQUESTS = "emulator/client/requests.d.ts"

interface ClientType {
  readonly type: string
  /** Emitted interfaces that contain the type's operations. */
  readonly interfaces: readonly (readonly [path: string, name: string])[]
}

const CLIENT_TYPES: readonly ClientType[] = [
  {
    type: "Acting",
    interfaces: [
      [INPUTS, "Acting"],
      [INPUTS, "Public"],
    ],
  },
  {
    type: "ActingIn",
    interfaces: [
      ["src/world/typed/acting-in.d.ts", "OnItems"],
      [INPUTS, "Placing"],
      [INPUTS, "Public"],
    ],
  },
  {
    type: "Client",
    interfaces: [
      [REQUESTS, "NotWriting"],
      [REQUESTS, "WireClient"],
    ],
  },
  {
    type: "ClientIn",
    interfaces: [
      [REQUESTS, "NotWriting"],
      [REQUESTS, "Writing"],
    ],
  },
]

test.each(CLIENT_TYPES)("$type has an example of each common operation", ({ interfaces }) => {
  const members = interfaces.flatMap(([path, name]) => membersIn(interfaceOf(path, name)))
  const shown = new Set(members.filter(({ doc }) => doc.includes("@example")).map(({ path }) => path))
  expect(COMMON_OPERATIONS.filter((operation) => !shown.has(operation))).toEqual([])
})

function interfaceOf(path: string, name: string): string {
  const declaration = new RegExp(`^(?:export )?interface ${name}\\b[\\s\\S]*?^}`, "m")
  return declaration.exec(readFileSync(TYPES + path, "utf8"))?.[0] ?? ""
}
