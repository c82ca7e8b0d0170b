/** This is the code under test: it calls the service at its only address, with the global `fetch`. */
const SERVICE = "https://api.shop.example"

export async function logIn(email, password) {
  const { token } = await ask("/login", {}, { email, password })
  return token
}

export const createOrder = (token, total) =>
  ask(
    "/applications/SHOP/datastores/Orders/items/new",
    { authorization: `Bearer ${token}` },
    { item: { Total: total } },
  )

export async function countOrders(token) {
  const path = "/applications/SHOP/datastores/Orders/items/search"
  const { totalItems } = await ask(path, { authorization: `Bearer ${token}` }, { page: 1, per_page: 1 })
  return totalItems
}

async function ask(path, headers, body) {
  const answer = await fetch(`${SERVICE}/api/v0${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.json()
}
