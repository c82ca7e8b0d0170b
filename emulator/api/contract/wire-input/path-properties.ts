/** Input properties that each path parameter can set. Only the first property that the operation's input has is set. */
export const PATH_PROPERTIES = {
  "user-id": ["userId"],
  confirmation_id: ["confirmationId"],
  "workspace-id": ["workspace"],
  "group-id": ["group"],
  "parent-group-id": ["group"],
  "app-id": ["application"],
  "project-id": ["application"],
  "role-id": ["role"],
  "datastore-id": ["datastore"],
  "function-id": ["function"],
  "template-id": ["template"],
  "field-id": ["field"],
  "action-id": ["actionId", "action"],
  "auto-id": ["autoId"],
  "item-id": ["itemId"],
  "linked-datastore-id": ["linkedDatastore"],
  "history-id": ["historyId"],
  "file-id": ["fileId"],
  "temp-datastore-id": ["tempDatastoreId"],
  "report-id": ["report"],
  "chart-id": ["chart"],
} as const

export type PathParameter = keyof typeof PATH_PROPERTIES

const EITHER_ID = "Internal or display ID"

export const PARAMETERS: Readonly<Record<string, string>> = {
  "app-id": `${EITHER_ID} of the application`,
  "project-id": `${EITHER_ID} of the application`,
  "datastore-id": `${EITHER_ID} of the datastore`,
  "linked-datastore-id": `${EITHER_ID} of the linked datastore`,
  "field-id": `${EITHER_ID} of the field`,
  "action-id": `${EITHER_ID} of the action`,
  "group-id": `${EITHER_ID} of the group`,
  "parent-group-id": `${EITHER_ID} of the group`,
  "role-id": `${EITHER_ID} of the role`,
  "report-id": `${EITHER_ID} of the report`,
  "chart-id": `${EITHER_ID} of the chart`,
  "item-id": "ID of the item",
  "user-id": "ID of the user",
  "workspace-id": "ID of the workspace",
  "history-id": "ID of the history entry",
  "file-id": "ID of the file",
  "auto-id": "ID of the auto action",
  "function-id": `${EITHER_ID} of the function`,
  "template-id": "ID of the template",
  "temp-datastore-id": "ID of the import from the response of ImportItems",
  confirmation_id: "Confirmation ID of a mailed link",
} satisfies Record<PathParameter, string>
