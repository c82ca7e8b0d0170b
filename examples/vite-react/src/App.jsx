import { useState } from "react"
import { createOrder, listOrders, logIn } from "./api.js"

export function App() {
  const [token, setToken] = useState("")
  const [orders, setOrders] = useState([])
  const [problem, setProblem] = useState("")

  const attempt = (run) => async (event) => {
    event.preventDefault()
    setProblem("")
    try {
      const granted = (await run(new FormData(event.target))) ?? token
      setToken(granted)
      setOrders(await listOrders(granted))
    } catch (error) {
      setProblem(error.message)
    }
  }
  const start = attempt((form) => logIn(form.get("email"), form.get("password")))
  const order = attempt(async (form) => {
    await createOrder(token, form.get("customer"))
  })

  return (
    <>
      {token === "" ? (
        <form onSubmit={start}>
          <label>
            E-mail <input name="email" type="email" />
          </label>
          <label>
            Password <input name="password" type="password" />
          </label>
          <button type="submit">Log in</button>
        </form>
      ) : (
        <form onSubmit={order}>
          <label>
            Customer <input name="customer" />
          </label>
          <button type="submit">Order</button>
        </form>
      )}
      <ul>
        {orders.map((one) => (
          <li key={one.i_id}>
            {one.No}: {one.Customer} {one.Total}
          </li>
        ))}
      </ul>
      <p role="alert">{problem}</p>
    </>
  )
}
