import { websocketClient } from "@massive.com/client-js"

const closes: Array<number> = []
const prices: Array<number> = []
const socket = websocketClient(process.env["MARKET_DATA_API_KEY"]!, process.env["MARKET_DATA_LIVE_URL"]!).stocks()

await new Promise<void>((resolve) => {
  socket.addEventListener("message", ({ data }: { readonly data: unknown }) => {
    for (const event of JSON.parse(String(data))) {
      if (event.status === "auth_success") {
        socket.send(JSON.stringify({ action: "subscribe", params: "AM.AAPL,T.ODFL" }))
      }
      if (event.ev === "AM") closes.push(event.c)
      if (event.ev === "T") prices.push(event.p)
    }
    if (closes.length >= 3 && prices.length >= 10) resolve()
  })
})
socket.close()
console.log(closes.slice(0, 3).join(" "), "and", prices[9])
