import { expect } from "@playwright/test"
import { hexariumTest } from "hexarium/playwright"

const test = hexariumTest({ fixture: "shop.yaml", apiUrl: "https://api.example.com" })

const logIn = async (page, password) => {
  await page.goto("/")
  await page.getByLabel("E-mail").fill("bob@shop.test")
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button").click()
}

test("the orders of this test's world are shown", async ({ page, as }) => {
  const orders = { application: "SHOP", datastore: "Orders" }
  await as("bob@shop.test").createItem({ ...orders, item: { Total: 12 } })
  await logIn(page, "bob")
  await expect(page.getByRole("listitem")).toHaveText(["O-0001: 12"])
})

test("another test begins with none", async ({ page }) => {
  await logIn(page, "bob")
  await expect(page.getByText("0 orders")).toBeVisible()
})

test("a wrong password is refused", async ({ page }) => {
  await logIn(page, "wrong")
  await expect(page.getByText("refused: 401")).toBeVisible()
})

test("the link of a mail leads back to the app", async ({ page, world, baseURL, followLink }) => {
  await world.public.userRegistration({
    email: "eve@shop.test",
    username: "Eve",
    landing: { path: `${baseURL}/welcome` },
  })
  const mail = await followLink({ to: "eve@shop.test" })
  expect(mail.kind).toBe("registration")
  await expect(page.getByText("Choose a password")).toBeVisible()
})
