export const NOTES = `version: 1
users:
  - { email: ada@acme.test, password: pw-ada-1, token: ada-token-1 }
workspaces:
  - name: Acme
    admins: [ada@acme.test]
    group: { group_id: ALL, name: All, members: [ada@acme.test] }
    applications:
      - application_id: CRM
        name: CRM
        roles: [{ role_id: ADMIN, name: admin, users: [ada@acme.test] }]
        datastores:
          - datastore_id: Notes
            name: Notes
            fields: { Text: { dataType: text } }
`

const ITEMS = "/api/v0/applications/CRM/datastores/Notes/items"
export const CREATE = `${ITEMS}/new`
export const SEARCH = `${ITEMS}/search`
