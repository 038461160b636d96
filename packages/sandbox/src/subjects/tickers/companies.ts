/** Company behind a stock. Industry and city are real; streets and phone numbers are synthetic. */
export interface Company {
  /** Standard Industrial Classification: code and name. */
  readonly industry: readonly [code: string, name: string]
  readonly city: string
  /** Postal abbreviation of the state. */
  readonly state: string
  readonly postalCode: string
  /** Approximate number of employees. */
  readonly employees: number
}

const company = (
  code: string,
  industry: string,
  city: string,
  state: string,
  postalCode: string,
  employees: number,
): Company => ({ industry: [code, industry], city, state, postalCode, employees })

/** Companies by the root of their stocks' tickers. A fund has none. */
export const companies: Readonly<Record<string, Company>> = {
  AAPL: company("3571", "ELECTRONIC COMPUTERS", "CUPERTINO", "CA", "95014", 161_000),
  AMZN: company("5961", "RETAIL-CATALOG & MAIL-ORDER HOUSES", "SEATTLE", "WA", "98109", 1_525_000),
  BA: company("3721", "AIRCRAFT", "ARLINGTON", "VA", "22202", 171_000),
  BRK: company("6331", "FIRE, MARINE & CASUALTY INSURANCE", "OMAHA", "NE", "68131", 396_000),
  CSCO: company("3576", "COMPUTER COMMUNICATIONS EQUIPMENT", "SAN JOSE", "CA", "95134", 85_000),
  DIS: company("7990", "SERVICES-MISCELLANEOUS AMUSEMENT & RECREATION", "BURBANK", "CA", "91521", 225_000),
  FNMA: company("6111", "FEDERAL & FEDERALLY-SPONSORED CREDIT AGENCIES", "WASHINGTON", "DC", "20005", 8_000),
  GOOGL: company(
    "7370",
    "SERVICES-COMPUTER PROGRAMMING, DATA PROCESSING, ETC.",
    "MOUNTAIN VIEW",
    "CA",
    "94043",
    182_000,
  ),
  HD: company("5211", "RETAIL-LUMBER & OTHER BUILDING MATERIALS DEALERS", "ATLANTA", "GA", "30339", 463_000),
  IBM: company("3570", "COMPUTER & OFFICE EQUIPMENT", "ARMONK", "NY", "10504", 282_000),
  INTC: company("3674", "SEMICONDUCTORS & RELATED DEVICES", "SANTA CLARA", "CA", "95054", 125_000),
  JNJ: company("2834", "PHARMACEUTICAL PREPARATIONS", "NEW BRUNSWICK", "NJ", "08933", 132_000),
  JPM: company("6021", "NATIONAL COMMERCIAL BANKS", "NEW YORK", "NY", "10017", 310_000),
  KO: company("2080", "BEVERAGES", "ATLANTA", "GA", "30313", 79_000),
  META: company("7370", "SERVICES-COMPUTER PROGRAMMING, DATA PROCESSING, ETC.", "MENLO PARK", "CA", "94025", 67_000),
  MSFT: company("7372", "SERVICES-PREPACKAGED SOFTWARE", "REDMOND", "WA", "98052", 221_000),
  NVDA: company("3674", "SEMICONDUCTORS & RELATED DEVICES", "SANTA CLARA", "CA", "95051", 26_000),
  ODFL: company("4213", "TRUCKING (NO LOCAL)", "THOMASVILLE", "NC", "27360", 23_000),
  PEP: company("2080", "BEVERAGES", "PURCHASE", "NY", "10577", 318_000),
  PG: company(
    "2840",
    "SOAP, DETERGENTS, CLEANING PREPARATIONS, PERFUMES, COSMETICS",
    "CINCINNATI",
    "OH",
    "45202",
    107_000,
  ),
  RIVN: company("3711", "MOTOR VEHICLES & PASSENGER CAR BODIES", "IRVINE", "CA", "92606", 17_000),
  SPCE: company("3721", "AIRCRAFT", "TUSTIN", "CA", "92780", 1_100),
  SPLK: company("7372", "SERVICES-PREPACKAGED SOFTWARE", "SAN FRANCISCO", "CA", "94107", 8_000),
  TSLA: company("3711", "MOTOR VEHICLES & PASSENGER CAR BODIES", "AUSTIN", "TX", "78725", 140_000),
  UNH: company("6324", "HOSPITAL & MEDICAL SERVICE PLANS", "MINNETONKA", "MN", "55343", 400_000),
  V: company("7389", "SERVICES-BUSINESS SERVICES, NEC", "SAN FRANCISCO", "CA", "94105", 29_000),
  WMT: company("5331", "RETAIL-VARIETY STORES", "BENTONVILLE", "AR", "72716", 2_100_000),
  XOM: company("2911", "PETROLEUM REFINING", "SPRING", "TX", "77389", 62_000),
}
