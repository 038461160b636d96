export * as NodeClient from "./NodeClient.js"
