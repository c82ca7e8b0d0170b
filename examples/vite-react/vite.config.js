import react from "@vitejs/plugin-react"
import { hexarium } from "hexarium/vite"
import { defineConfig } from "vite"

export default defineConfig({ plugins: [react(), hexarium({ fixture: "shop.yaml" })] })
