/**
 * Facts of the service's own document of its live channel, version 2.0.0: paths, keys, types and the numbers of its
 * examples. None of its texts.
 */

/** A topic in the service's document. */
export interface Documented {
  /** Path: `/stocks/AM`, `/business/stocks/FMV`. */
  readonly path: string
  /** Whether the delayed feed has it. */
  readonly delayed: boolean
  /** Whether its text offers `*`. */
  readonly wildcard: boolean
  /** Keys of an event with their types, apart from `ev`; `any` where the document has no type. */
  readonly types: string
  /** The example of an event. */
  readonly event: string
}

/** The topics of the service's document. */
export const documentedTopics: ReadonlyArray<Documented> = [
  {
    path: "/stocks/T",
    delayed: true,
    wildcard: true,
    types:
      "sym string, x integer, i string, z integer, p number, s integer, c array of integer, t integer, q integer, trfi integer, trft integer",
    event:
      '{"ev":"T","sym":"MSFT","x":4,"i":"12345","z":3,"p":114.125,"s":100,"c":[0, 12],"t":1536036818784,"q":3681328}',
  },
  {
    path: "/stocks/Q",
    delayed: false,
    wildcard: true,
    types:
      "sym string, bx integer, bp number, bs integer, ax integer, ap number, as integer, c integer, i array of integer, t integer, q integer, z integer",
    event:
      '{"ev":"Q","sym":"MSFT","bx":4,"bp":114.125,"bs":100,"ax":7,"ap":114.128,"as":160,"c":0,"i":[604],"t":1536036818784,"q":50385480,"z":3}',
  },
  {
    path: "/stocks/A",
    delayed: true,
    wildcard: true,
    types:
      "sym string, v integer, av integer, op number, vw number, o number, c number, h number, l number, a number, z integer, s integer, e integer, otc boolean",
    event:
      '{"ev":"A","sym":"SPCE","v":200,"av":8642007,"op":25.66,"vw":25.3981,"o":25.39,"c":25.39,"h":25.39,"l":25.39,"a":25.3714,"z":50,"s":1610144868000,"e":1610144869000}',
  },
  {
    path: "/stocks/AM",
    delayed: true,
    wildcard: true,
    types:
      "sym string, v integer, av integer, op number, vw number, o number, c number, h number, l number, a number, z integer, s integer, e integer, otc boolean",
    event:
      '{"ev":"AM","sym":"GTE","v":4110,"av":9470157,"op":0.4372,"vw":0.4488,"o":0.4488,"c":0.4486,"h":0.4489,"l":0.4486,"a":0.4352,"z":685,"s":1610144640000,"e":1610144700000}',
  },
  {
    path: "/stocks/LULD",
    delayed: false,
    wildcard: true,
    types: "T string, h number, l number, i array of integer, z integer, t integer, q integer",
    event: '{"ev":"LULD","T":"MSFT","h":218.96,"l":198.11,"i":[21],"z":3,"t":1601316752683746,"q":290317}',
  },
  {
    path: "/stocks/NOI",
    delayed: false,
    wildcard: true,
    types: "T string, t integer, at integer, a string, i integer, x integer, o integer, p integer, b number",
    event:
      '{"ev":"NOI","T":"NTEST.Q","t":1601318039223013600,"at":930,"a":"M","i":44,"x":10,"o":480,"p":440,"b":25.03}',
  },
  {
    path: "/business/stocks/FMV",
    delayed: true,
    wildcard: true,
    types: "fmv any, sym any, t any",
    event: '{"ev":"FMV","fmv":189.22,"sym":"AAPL","t":1678220098130}',
  },
  {
    path: "/launchpad/stocks/AM",
    delayed: true,
    wildcard: true,
    types:
      "sym string, v integer, av integer, op number, vw number, o number, c number, h number, l number, a number, z integer, s integer, e integer",
    event:
      '{"ev":"AM","sym":"GTE","v":4110,"av":9470157,"op":0.4372,"vw":0.4488,"o":0.4488,"c":0.4486,"h":0.4489,"l":0.4486,"a":0.4352,"z":685,"s":1610144640000,"e":1610144700000}',
  },
  {
    path: "/launchpad/stocks/LV",
    delayed: true,
    wildcard: true,
    types: "val any, sym any, t any",
    event: '{"ev":"LV","val":189.22,"sym":"AAPL","t":1678220098130}',
  },
  {
    path: "/options/T",
    delayed: true,
    wildcard: true,
    types: "sym string, x integer, p number, s integer, c array of integer, t integer, q integer",
    event: '{"ev":"T","sym":"O:AMC210827C00037000","x":65,"p":1.54,"s":1,"c":[233],"t":1629820676333,"q":651921857}',
  },
  {
    path: "/options/Q",
    delayed: false,
    wildcard: false,
    types: "sym string, bx integer, ax integer, bp number, ap number, bs integer, as integer, t integer, q integer",
    event:
      '{"ev":"Q","sym":"O:SPY241220P00720000","bx":302,"ax":302,"bp":9.71,"ap":9.81,"bs":17,"as":24,"t":1644506128351,"q":844090872}',
  },
  {
    path: "/options/A",
    delayed: true,
    wildcard: true,
    types:
      "sym string, v integer, av integer, op number, vw number, o number, c number, h number, l number, a number, z integer, s integer, e integer",
    event:
      '{"ev":"AM","sym":"O:ONEM220121C00025000","v":2,"av":8,"op":2.2,"vw":2.05,"o":2.05,"c":2.05,"h":2.05,"l":2.05,"a":2.1312,"z":2,"s":1632419640000,"e":1632419700000}',
  },
  {
    path: "/options/AM",
    delayed: true,
    wildcard: true,
    types:
      "sym string, v integer, av integer, op number, vw number, o number, c number, h number, l number, a number, z integer, s integer, e integer",
    event:
      '{"ev":"AM","sym":"O:ONEM220121C00025000","v":2,"av":8,"op":2.2,"vw":2.05,"o":2.05,"c":2.05,"h":2.05,"l":2.05,"a":2.1312,"z":2,"s":1632419640000,"e":1632419700000}',
  },
  {
    path: "/business/options/FMV",
    delayed: true,
    wildcard: false,
    types: "fmv any, sym any, t any",
    event: '{"ev":"FMV","fmv":7.2,"sym":"O:TSLA210903C00700000","t":1401715883806000000}',
  },
  {
    path: "/launchpad/options/AM",
    delayed: true,
    wildcard: false,
    types:
      "sym string, v integer, av integer, op number, vw number, o number, c number, h number, l number, a number, z integer, s integer, e integer",
    event:
      '{"ev":"AM","sym":"O:ONEM220121C00025000","v":2,"av":8,"op":2.2,"vw":2.05,"o":2.05,"c":2.05,"h":2.05,"l":2.05,"a":2.1312,"z":1,"s":1632419640000,"e":1632419700000}',
  },
  {
    path: "/launchpad/options/LV",
    delayed: true,
    wildcard: false,
    types: "val any, sym any, t any",
    event: '{"ev":"LV","val":7.2,"sym":"O:TSLA210903C00700000","t":1401715883806000000}',
  },
  {
    path: "/forex/C",
    delayed: false,
    wildcard: true,
    types: "p string, x integer, a number, b number, t integer",
    event: '{"ev":"C","p":"USD/CNH","x":"44","a":6.83366,"b":6.83363,"t":1536036818784}',
  },
  {
    path: "/forex/CA",
    delayed: false,
    wildcard: true,
    types: "pair string, o number, c number, h number, l number, v integer, s integer, e integer",
    event: '{"ev":"CA","pair":"USD/EUR","o":0.8687,"c":0.86889,"h":0.86889,"l":0.8686,"v":20,"s":1539145740000}',
  },
  {
    path: "/forex/CAS",
    delayed: false,
    wildcard: true,
    types: "pair string, o number, c number, h number, l number, v integer, s integer, e integer",
    event: '{"ev":"CAS","pair":"USD/EUR","o":0.8687,"c":0.86889,"h":0.86889,"l":0.8686,"v":20,"s":1539145740000}',
  },
  {
    path: "/business/forex/FMV",
    delayed: true,
    wildcard: true,
    types: "fmv any, sym any, t any",
    event: '{"ev":"FMV","fmv":1.0631,"sym":"C:EURUSD","t":1678220098130}',
  },
  {
    path: "/launchpad/forex/AM",
    delayed: true,
    wildcard: true,
    types:
      "sym string, v integer, av integer, op number, vw number, o number, c number, h number, l number, a number, z integer, s integer, e integer",
    event:
      '{"ev":"AM","sym":"C:USD-EUR","v":4110,"av":9470157,"op":0.9272,"vw":0.9288,"o":0.9288,"c":0.9286,"h":0.9289,"l":0.9206,"a":0.9352,"z":685,"s":1610144640000,"e":1610144700000}',
  },
  {
    path: "/launchpad/forex/LV",
    delayed: true,
    wildcard: true,
    types: "val any, sym any, t any",
    event: '{"ev":"LV","val":1.0631,"sym":"C:EURUSD","t":1678220098130}',
  },
  {
    path: "/crypto/XT",
    delayed: false,
    wildcard: true,
    types: "pair string, p number, t integer, s number, c array of integer, i integer, x integer, r integer",
    event:
      '{"ev":"XT","pair":"BTC-USD","p":33021.9,"t":1610462007425,"s":0.01616617,"c":[2],"i":14272084,"x":3,"r":1610462007576}',
  },
  {
    path: "/crypto/XQ",
    delayed: false,
    wildcard: true,
    types: "pair string, bp number, bs number, ap number, as number, t integer, x integer, r integer",
    event:
      '{"ev":"XQ","pair":"BTC-USD","bp":33052.79,"bs":0.48,"ap":33073.19,"as":0.601,"t":1610462411115,"x":1,"r":1610462411128}',
  },
  {
    path: "/crypto/XL2",
    delayed: false,
    wildcard: true,
    types: "pair string, b array of array of number, a array of array of number, t integer, x integer, r integer",
    event:
      '{"ev":"XL2","pair":"BTC-USD","t":1610462411115,"r":1610462411128,"x":1,"b":[[33712.71, 0.18635], [33712.7, 0.134]],"a":[[33718.23, 3.5527483], [33718.24, 0.1]]}',
  },
  {
    path: "/crypto/XA",
    delayed: false,
    wildcard: true,
    types: "pair string, o number, c number, h number, l number, v integer, s integer, e integer, vw number, z integer",
    event:
      '{"ev":"XA","pair":"BCD-USD","v":951.6112,"vw":0.7756,"z":73,"o":0.772,"c":0.784,"h":0.784,"l":0.771,"s":1610463240000,"e":1610463300000}',
  },
  {
    path: "/crypto/XAS",
    delayed: false,
    wildcard: true,
    types: "pair string, o number, c number, h number, l number, v integer, s integer, e integer, vw number, z integer",
    event:
      '{"ev":"XAS","pair":"BCD-USD","v":951.6112,"vw":0.7756,"z":73,"o":0.772,"c":0.784,"h":0.784,"l":0.771,"s":1610463240000,"e":1610463300000}',
  },
  {
    path: "/business/crypto/FMV",
    delayed: true,
    wildcard: true,
    types: "fmv any, sym any, t any",
    event: '{"ev":"FMV","fmv":33021.9,"sym":"X:BTC-USD","t":1610462007425}',
  },
  {
    path: "/launchpad/crypto/AM",
    delayed: true,
    wildcard: true,
    types:
      "sym string, v integer, av integer, op number, vw number, o number, c number, h number, l number, a number, z integer, s integer, e integer",
    event:
      '{"ev":"AM","sym":"X:BTC-USD","v":951.6112,"av":738.6112,"op":26503.8,"vw":26503.8,"o":27503.8,"c":27203.8,"h":27893.8,"l":26503.8,"a":26503.8,"z":10,"s":1610463240000,"e":1610463300000}',
  },
  {
    path: "/launchpad/crypto/LV",
    delayed: true,
    wildcard: true,
    types: "val any, sym any, t any",
    event: '{"ev":"LV","val":33021.9,"sym":"X:BTC-USD","t":1610462007425}',
  },
  {
    path: "/indices/A",
    delayed: true,
    wildcard: true,
    types: "sym string, op number, o number, c number, h number, l number, s integer, e integer",
    event:
      '{"ev":"A","sym":"I:SPX","op":3985.67,"o":3985.67,"c":3985.67,"h":3985.67,"l":3985.67,"s":1678220675805,"e":1678220675805}',
  },
  {
    path: "/indices/AM",
    delayed: true,
    wildcard: true,
    types: "sym string, op number, o number, c number, h number, l number, s integer, e integer",
    event:
      '{"ev":"AM","sym":"I:SPX","op":3985.67,"o":3985.67,"c":3985.67,"h":3985.67,"l":3985.67,"s":1678220675805,"e":1678220675805}',
  },
  {
    path: "/indices/V",
    delayed: true,
    wildcard: true,
    types: "val any, T any, t any",
    event: '{"ev":"V","val":3988.5,"T":"I:SPX","t":1678220098130}',
  },
]
