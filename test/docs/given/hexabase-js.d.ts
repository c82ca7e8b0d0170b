/** The part of the official SDK that the documents use. The package is installed only in `test/clients/sdk`, where the page's app runs. */
declare module "@hexabase/hexabase-js" {
  interface Item {
    readonly id: string
    // biome-ignore lint/suspicious/noExplicitAny: a value has the type of its field
    get(field: string): any
    set(field: string, value: unknown): this
    save(): Promise<boolean>
    update(options: { comment: string }): Promise<boolean>
    file(): { sets(properties: { name: string; data: Blob }): unknown }
    subscribe(event: "update", listener: (event: { readonly comment: string }) => unknown): Promise<void>
    unsubscribe(): Promise<boolean>
  }

  interface Datastore {
    readonly id: string
    item(): Promise<Item>
    items(parameters: object): Promise<Item[]>
  }

  interface Query {
    where(conditions: readonly object[]): this
    select(fields: string): Promise<Item[]>
  }

  interface Project {
    readonly id: string
    datastore(id: string): Promise<Datastore>
  }

  type Condition = (field: string, value: unknown) => object

  /** Logs in with version 1.1.1. */
  export function createClient(options: { url: string; email: string; password: string }): Promise<{
    readonly workspace: { getCurrent(): Promise<{ wsCurrent: { workspace_id: string } }> }
    readonly project: {
      getProjectsAndDatastores(workspace: string): Promise<{ appAndDs: readonly { name: string }[]; error?: string }>
    }
  }>

  export class HexabaseClient {
    constructor(options: { url: string; rest: string; pubsub: string })
    readonly currentWorkspace: { readonly name: string; project(id: string): Promise<Project> }
    login(user: { email: string; password: string }): Promise<boolean>
    logout(): Promise<boolean>
    query(project: string): {
      readonly condition: { readonly equalTo: Condition; readonly greaterThanOrEqualTo: Condition }
      from(datastore: string): Query
    }
  }
}
