import { expect, test } from "@playwright/test"
import { createControl } from "hexarium/control"

test.beforeEach(async ({ page, baseURL }) => {
  await createControl({ url: baseURL }).resetWorld()
  await page.goto("/")
  await page.getByLabel("E-mail").fill("ada@shop.test")
  await page.getByLabel("Password").fill("ada")
  await page.getByRole("button", { name: "Log in" }).click()
})

test("the seeded orders are shown", async ({ page }) => {
  await expect(page.getByRole("listitem")).toHaveCount(3)
  await expect(page.getByRole("listitem").first()).toContainText(/^O-000\d: \D+ \d+$/)
})

test("a new order appears in the list", async ({ page }) => {
  await page.getByLabel("Customer").fill("Bluebird Ltd")
  await page.getByRole("button", { name: "Order" }).click()
  await expect(page.getByRole("listitem")).toHaveCount(4)
  await expect(page.getByText("O-0004: Bluebird Ltd 100")).toBeVisible()
})

test("the dashboard is part of the dev server", async ({ page }) => {
  const response = await page.goto("/__hexarium/")
  expect(response?.status()).toBe(200)
})
