const times = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(" ")

const NAMED_FIELDS = "kind name description specifiedByURL"
const OF = (inner: string) => `{ ${inner} ofType { ${inner} ofType { ${inner} ofType { ${inner} } } } }`
const FIELDS = (type: string) =>
  `fields(includeDeprecated: true) { name description isDeprecated deprecationReason args { name description defaultValue type ${OF(NAMED_FIELDS)} } type ${type} }`
const DEEP_FIELDS = `${NAMED_FIELDS} interfaces { name } possibleTypes { name } enumValues { name } inputFields { name description defaultValue type ${OF(`${NAMED_FIELDS} inputFields { name }`)} } ${FIELDS(OF(`${NAMED_FIELDS} ${FIELDS(OF(NAMED_FIELDS))}`))}`

/** Documents within the limits of size that would take long to parse, validate or execute. */
export const HOSTILE_DOCUMENTS: Readonly<Record<string, string>> = {
  "the same root 1600 times": `{ ${times(1200, () => "workspaces { a }")} }`,
  "the same nested field 20 times on 3 levels": `{ ${times(20, () => `workspaces { ${times(20, () => `workspaces { ${times(5, () => "workspace_id")} }`)} }`)} }`,
  "the same leaf 2000 times": `{ workspaces { ${times(2000, () => "current_workspace_id")} } }`,
  "2000 aliases of one leaf": `{ workspaces { ${times(1600, (at) => `a${at}: current_workspace_id`)} } }`,
  "fragments that double 30 times": `{ ...f0 } ${times(30, (at) => `fragment f${at} on Query { ...f${at + 1} ...f${at + 1} }`)} fragment f30 on Query { __typename }`,
  "fragments that spread themselves": `{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }`,
  "600 fragments in a chain": `{ ...f0 } ${times(600, (at) => `fragment f${at} on Query { ...f${at + 1} }`)} fragment f600 on Query { __typename }`,
  "400 fragments that are spread side by side twice": `{ ${times(400, (at) => `...f${at} ...f${at}`)} } ${times(400, (at) => `fragment f${at} on Query { __typename }`)}`,
  "300 operations with 150 fragments": `query { ...f0 } ${times(300, (at) => `query q${at} { ...f0 }`)} ${times(150, (at) => `fragment f${at} on Query { ...f${at + 1} }`)} fragment f150 on Query { __typename }`,
  "300 operations with 100 variables": `${times(60, (at) => `query q${at}($a: String) { ...f }`)} fragment f on Query { workspaceUsage(workingspaceId: $a) { ${times(60, (at) => `a${at}: w_id`)} } }`,
  "800 unknown fields": `{ workspaces { ${times(800, (at) => `currentWorkspaceIdOfUser${at}`)} } }`,
  "1600 unknown roots": `{ ${times(19, (at) => `datastoreGetDatastoreItem${at}`)} workspaces { ${times(1600, (at) => `workspaceIdOf${at}`)} } }`,
  "1000 variables": `query(${times(1000, (at) => `$v${at}: String`)}) { userRegister(confirmationId: $v1) { user { id } } }`,
  "1000 unknown types": `query(${times(1000, (at) => `$v${at}: Strin${at}`)}) { __typename }`,
  "a list of 4000 values": `{ workspaceUsage(workingspaceId: [${times(4900, () => "1")}]) { w_id } }`,
  "an object with 1000 properties": `mutation { login(loginInput: {${times(1000, (at) => `email${at}: 1`)}}) { token } }`,
  "values that are nested 90 deep": `{ workspaceUsage(workingspaceId: ${"[".repeat(90)}${"]".repeat(90)}) { w_id } }`,
  "1000 directives": `{ workspaces { current_workspace_id ${times(700, () => "@include(if: true)")} } }`,
  "1600 unknown directives": `{ workspaces { current_workspace_id ${times(1600, (at) => `@d${at}`)} } }`,
  "one name of 60,000 letters": `{ ${"a".repeat(60_000)} }`,
  "a string of 60,000 letters": `{ userRegister(confirmationId: "${"\\u0000".repeat(10_000)}") { user { id } } }`,
  "a type nested in 90 lists": `query($a: ${"[".repeat(90)}String${"]".repeat(90)}) { __typename }`,
  "2400 inline fragments": `{ ${times(800, () => "... on Query { __typename }")} }`,
  "nested inline fragments": `{ ${"... { ".repeat(90)} __typename ${"}".repeat(90)} }`,
  "introspection of types of fields of types": `{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }`,
  "introspection with many aliases": `{ __schema { ${times(20, (at) => `t${at}: types { fields { type { fields { ${times(20, (b) => `a${b}: name`)} } } } }`)} } }`,
  "introspection of one type 20 times": `{ ${times(20, (at) => `t${at}: __type(name: "Query") { ${times(10, (b) => `f${b}: fields { name }`)} }`)} }`,
  "introspection of as much as possible": `{ __schema { types { ${DEEP_FIELDS} } } }`,
  "introspection in an aliased fragment": `{ __schema { ...S } } fragment S on __Schema { ${times(100, (at) => `t${at}: types { name }`)} }`,
}
