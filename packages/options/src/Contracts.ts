/** Option contracts: their terms, as of a day. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Unit from "@candela/core/declare/Unit"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const deliverableFields = {
  /** Number of shares, or amount of money, that is delivered for a contract. */
  amount: /* @__PURE__ */ Field.optional(Unit.Volume),
  /** Kind of the deliverable: `equity` or `currency`. */
  type: /* @__PURE__ */ Field.optional(/* @__PURE__ */ Field.openEnum("equity", "currency")),
  /** Ticker or currency that is delivered. */
  underlying: /* @__PURE__ */ Field.optional(Schema.String),
}

/** What an adjusted contract delivers besides its underlying: shares of another company, or cash. */
export interface Deliverable extends Field.Row<typeof deliverableFields>, Endpoint.Named {}

/** Schema of {@link Deliverable}. */
export const Deliverable: Field.SchemaOf<Deliverable, typeof deliverableFields> = /* @__PURE__ */ Field.struct(
  deliverableFields,
  "Deliverable",
)

const fields = {
  /** The contract's ticker. */
  ticker: /* @__PURE__ */ Field.required(Schema.String),
  /** Ticker of the underlying: a stock, or an index with its prefix. */
  underlying_ticker: /* @__PURE__ */ Field.optional(Schema.String),
  /** Type of the contract: `call`, `put`, in rare cases `other`. */
  contract_type: /* @__PURE__ */ Field.optional(/* @__PURE__ */ Field.openEnum("call", "put", "other")),
  /** Exercise style: `american`, `european` or `bermudan`. */
  exercise_style: /* @__PURE__ */ Field.optional(/* @__PURE__ */ Field.openEnum("american", "european", "bermudan")),
  /** Last day of the contract, `yyyy-mm-dd`. */
  expiration_date: /* @__PURE__ */ Field.optional(Unit.Date),
  /** Strike price, dollars. */
  strike_price: /* @__PURE__ */ Field.optional(Unit.Dollars),
  /** Number of shares per contract: 100, another one after an adjustment. */
  shares_per_contract: /* @__PURE__ */ Field.optional(Unit.Shares),
  /** Classification of the instrument by ISO 10962, six letters: `OCASPS`. */
  cfi: /* @__PURE__ */ Field.optional(Unit.Identifier),
  /** Market identifier code (ISO 10383) of the exchange with the primary listing. */
  primary_exchange: /* @__PURE__ */ Field.optional(Schema.String),
  /** Number of the correction, for a contract that was corrected. */
  correction: /* @__PURE__ */ Field.optional(Unit.Ordinal),
  /** What an adjusted contract delivers besides its underlying. */
  additional_underlyings: /* @__PURE__ */ Field.optional(/* @__PURE__ */ Schema.Array(Deliverable)),
}

/** Terms of an option contract. */
export interface OptionContract extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link OptionContract}. */
export const OptionContract: Field.SchemaOf<OptionContract, typeof fields> = /* @__PURE__ */ Field.struct(
  fields,
  "OptionContract",
)

const asOf = {
  /** Day (in New York) whose contracts are meant: listed by then. A `Date` means its UTC date. Default: today. */
  as_of: /* @__PURE__ */ Param.optional(Param.Date),
}

const params = {
  underlying_ticker: /* @__PURE__ */ Filter.range(Ticker.Any),
  /** The contract's ticker. The vendor prefers `options.contract` for one. */
  ticker: /* @__PURE__ */ Filter.equals(Ticker.Option),
  contract_type: /* @__PURE__ */ Filter.equals(/* @__PURE__ */ Param.literal("call", "put")),
  expiration_date: /* @__PURE__ */ Filter.range(Param.Date),
  strike_price: /* @__PURE__ */ Filter.range(Param.Number),
  ...asOf,
  /** Whether to list the contracts that have expired by `as_of`, instead of the others. */
  expired: /* @__PURE__ */ Param.withDefault(Param.Boolean, false),
  /** Direction of sorting. */
  order: /* @__PURE__ */ Param.order("asc"),
  /** Column to sort by. */
  sort: /* @__PURE__ */ Param.sortColumn({
    columns: ["ticker", "underlying_ticker", "expiration_date", "strike_price"],
    default: "ticker",
  }),
  /** Size of a page. The maximum is the size of a stream's pages. */
  limit: /* @__PURE__ */ Param.limit({ default: 10, max: 1000 }),
}

/** Request for contracts. */
export interface ContractsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const contracts: Endpoint.Paged<ContractsRequest, OptionContract, typeof params> =
  /* @__PURE__ */ Endpoint.paged({
    path: "/v3/reference/options/contracts",
    params,
    row: OptionContract,
    key: "ticker",
  })

const contractParams = {
  /** The contract's ticker, case-sensitive: `O:AAPL250718C00200000`. */
  options_ticker: Ticker.Option,
  ...asOf,
}

/** Request for one contract. */
export interface ContractRequest extends Endpoint.RequestOf<typeof contractParams>, Endpoint.Named {}

export const contract: Endpoint.Single<ContractRequest, OptionContract, typeof contractParams> =
  /* @__PURE__ */ Endpoint.single({
    path: "/v3/reference/options/contracts/{options_ticker}",
    params: contractParams,
    value: OptionContract,
    at: "results",
    repeats: { ticker: "options_ticker" },
  })
