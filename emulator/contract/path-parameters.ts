/** Every parameter of a path of the API by its name, so that editors have a place for what it means: the same in every path. */
export interface PathParameters {
  readonly "user-id": string
  readonly confirmation_id: string
  readonly "workspace-id": string
  readonly "group-id": string
  readonly "parent-group-id": string
  readonly "app-id": string
  readonly "role-id": string
  readonly "project-id": string
  readonly "datastore-id": string
  readonly "function-id": string
  readonly "template-id": string
  readonly "field-id": string
  readonly "action-id": string
  readonly "auto-id": string
  readonly "item-id": string
  /** Internal or display ID of the linked datastore. */
  readonly "linked-datastore-id": string
  readonly "history-id": string
  readonly "file-id": string
  readonly "temp-datastore-id": string
  readonly "report-id": string
  readonly "chart-id": string
}
