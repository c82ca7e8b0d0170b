import { createControl } from "hexarium/control"
import { beforeEach, expect, test } from "vitest"
import { page } from "vitest/browser"
import { createApp } from "vue"
import App from "./App.vue"

const control = createControl({ url: location.origin })

beforeEach(async () => {
  await control.resetWorld()
  const root = document.createElement("main")
  document.body.replaceChildren(root)
  createApp(App).mount(root)
})

test("a member creates an order", async () => {
  await page.getByLabelText("E-mail").fill("bob@shop.test")
  await page.getByLabelText("Password").fill("bob")
  await page.getByRole("button", { name: "Log in" }).click()
  await page.getByLabelText("Customer").fill("Bluebird Ltd")
  await page.getByRole("button", { name: "Order" }).click()
  await expect.element(page.getByText("O-0004: Bluebird Ltd 100")).toBeVisible()
})

test("a failing server is reported", async () => {
  await control.planFault({ operation: "Login", status: 503 })
  await page.getByRole("button", { name: "Log in" }).click()
  await expect.element(page.getByRole("alert")).toHaveTextContent("refused: 503")
})
