/** Code of a page: creates a world and calls it with a client, without server and scripts. */
import { createWorld } from "hexarium"
import { createClient } from "hexarium/client"
import { createApp } from "hexarium/http"

const fixture = {
  version: 1,
  users: [{ email: "ada@shop.test", username: "Ada", password: "ada-secret-1" }],
  workspaces: [
    {
      name: "Shop",
      admins: ["ada@shop.test"],
      group: { group_id: "shop", name: "Shop", members: ["ada@shop.test"] },
      applications: [],
    },
  ],
}

export async function run() {
  const app = createApp({ world: await createWorld({ fixture }) })
  const client = createClient({ app, baseUrl: "http://page.localhost" })
  const { token } = await client.login({ body: { email: "ada@shop.test", password: "ada-secret-1" } })
  return typeof token
}
