/** The properties of inputs that path parameters stand for; the first that an operation has. */
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
