const DATASTORE = "/api/v0/applications/SHOP/datastores/Orders"

async function post(path, body, token) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`refused: ${response.status}`)
  return response.json()
}

export const logIn = async (email, password) => (await post("/api/v0/login", { email, password })).token

export async function listOrders(token) {
  const query = { use_display_id: true, page: 1, per_page: 100, sort_field_id: "No", sort_order: "asc" }
  const { items } = await post(`${DATASTORE}/items/search`, query, token)
  return items
}

export const createOrder = (token, customer) =>
  post(`${DATASTORE}/items/new`, { item: { Customer: customer, Total: 100 } }, token)
