/** A fixture with the datastore Things. `more`: additional properties of the datastore. */
export const thingsWith = (more: object) => ({
  version: 1,
  users: [{ email: "ada@acme.test", username: "Ada", password: "secret-1" }],
  workspaces: [
    {
      name: "Acme",
      admins: ["ada@acme.test"],
      group: { group_id: "TOP", name: "Acme", members: ["ada@acme.test"] },
      applications: [
        {
          application_id: "APP",
          name: "App",
          roles: [{ role_id: "ADMIN", name: "admin", users: ["ada@acme.test"] }],
          datastores: [
            {
              datastore_id: "Things",
              name: "Things",
              fields: { Name: { dataType: "text", as_title: true, title_order: 1 } },
              ...more,
            },
          ],
        },
      ],
    },
  ],
})
