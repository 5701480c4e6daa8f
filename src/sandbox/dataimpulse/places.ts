/** A country, whose numbers are invented. */
export interface Place {
  /** Residential addresses; the other pools have a part of that. */
  addresses: number;
  /** Cities by the name of their state, the largest first, each with its postal codes. */
  states?: Readonly<Record<string, string>>;
  /** The networks of homes, the largest first: number and name. */
  lines?: readonly string[];
  mobile?: readonly string[];
}

/** The networks of data centers, the same everywhere. */
export const HOSTING: readonly string[] = ['16509 Amazon', '16276 OVH', '24940 Hetzner', '20473 Vultr'];

/** The countries of which no part is listed. */
// biome-ignore format: a country on each line would take a screen.
const UNDIVIDED: Readonly<Record<string, number>> = {
  nl: 238_117, it: 611_930, es: 548_263, pl: 317_482, jp: 291_775, au: 206_394, ae: 71_208,
  ar: 382_140, at: 92_517, be: 118_926, ch: 88_340, co: 329_664, cz: 104_871, eg: 217_350,
  id: 902_418, ke: 61_733, kr: 143_092, mx: 694_277, my: 198_405, ng: 84_966, ph: 427_881,
  se: 97_254, sg: 52_618, th: 311_529, tr: 466_037, ua: 358_712, vn: 523_846, za: 187_163,
};

/** The countries by ISO-2 code, lower case. */
export const PLACES: Readonly<Record<string, Place>> = {
  us: {
    addresses: 2_418_306,
    states: {
      California: 'Los Angeles 90001 90012 | San Diego 92101 92103 | San Francisco 94103 94110',
      Texas: 'Houston 77002 77036 | Dallas 75201 75217 | Austin 78701 78745',
      Florida: 'Miami 33101 33125 | Orlando 32801 32822 | Tampa 33602 33610',
      'New York': 'New York 10001 10025 | Buffalo 14201 14215 | Rochester 14604 14609',
      Illinois: 'Chicago 60601 60629 | Naperville 60540 60563',
      Pennsylvania: 'Philadelphia 19103 19120 | Pittsburgh 15201 15213',
      Georgia: 'Atlanta 30303 30318 | Savannah 31401 31405',
      Washington: 'Seattle 98101 98115 | Spokane 99201 99208',
      Arizona: 'Phoenix 85003 85033 | Tucson 85701 85711',
      Colorado: 'Denver 80202 80219 | Boulder 80301 80304',
    },
    lines: ['7922 Comcast', '7018 AT&T', '701 Verizon', '20115 Charter', '22773 Cox', '209 CenturyLink'],
    mobile: ['21928 T-Mobile US', '6167 Verizon Wireless', '20057 AT&T Mobility'],
  },
  gb: {
    addresses: 871_240,
    states: {
      England: 'London E1 SW1A N1 | Manchester M1 M14 | Birmingham B1 B29 | Leeds LS1 LS6',
      Scotland: 'Glasgow G1 G12 | Edinburgh EH1 EH6',
      Wales: 'Cardiff CF10 CF24 | Swansea SA1 SA2',
      'Northern Ireland': 'Belfast BT1 BT9',
    },
    lines: ['2856 BT', '5089 Virgin Media', '5607 Sky', '13285 TalkTalk'],
    mobile: ['12576 EE', '60339 Three'],
  },
  de: {
    addresses: 963_518,
    states: {
      'North Rhine-Westphalia': 'Cologne 50667 50823 | Dusseldorf 40210 40227 | Dortmund 44135 44137',
      Bavaria: 'Munich 80331 81541 | Nuremberg 90402 90443',
      Berlin: 'Berlin 10115 10969 12043',
      Hesse: 'Frankfurt 60311 60486 | Wiesbaden 65183 65189',
      Hamburg: 'Hamburg 20095 22765',
      Saxony: 'Leipzig 04103 04229 | Dresden 01067 01099',
    },
    lines: ['3320 Deutsche Telekom', '3209 Vodafone', '8881 Versatel', '8422 NetCologne'],
    mobile: ['6805 Telefonica Germany'],
  },
  fr: {
    addresses: 804_172,
    states: {
      'Ile-de-France': 'Paris 75001 75011 75018 | Versailles 78000',
      'Auvergne-Rhone-Alpes': 'Lyon 69001 69007 | Grenoble 38000 38100',
      "Provence-Alpes-Cote d'Azur": 'Marseille 13001 13008 | Nice 06000 06300',
      Occitanie: 'Toulouse 31000 31400 | Montpellier 34000 34070',
    },
    lines: ['3215 Orange', '12322 Free', '15557 SFR', '5410 Bouygues Telecom'],
    mobile: ['51207 Free Mobile'],
  },
  br: {
    addresses: 1_532_904,
    states: {
      'Sao Paulo': 'Sao Paulo 01310 04094 | Campinas 13010 13083',
      'Rio de Janeiro': 'Rio de Janeiro 20040 22070 | Niteroi 24020',
      'Minas Gerais': 'Belo Horizonte 30110 31270 | Uberlandia 38400',
      Bahia: 'Salvador 40010 41820',
      Parana: 'Curitiba 80010 82590',
    },
    lines: ['28573 Claro', '27699 Vivo', '18881 Global Village', '7738 V.tal'],
    mobile: ['26599 Vivo Mobile', '26615 TIM'],
  },
  in: {
    addresses: 1_887_451,
    states: {
      Maharashtra: 'Mumbai 400001 400053 | Pune 411001 411014',
      Karnataka: 'Bengaluru 560001 560034',
      'Tamil Nadu': 'Chennai 600001 600028 | Coimbatore 641001',
      'West Bengal': 'Kolkata 700001 700019',
      Delhi: 'New Delhi 110001 110016',
    },
    lines: ['24560 Airtel', '17488 Hathway', '9829 BSNL'],
    mobile: ['55836 Jio', '45609 Airtel Mobility', '38266 Vodafone Idea'],
  },
  ca: {
    addresses: 402_655,
    states: {
      Ontario: 'Toronto M5V M4C | Ottawa K1P K2P',
      Quebec: 'Montreal H2X H3A | Quebec City G1R',
      'British Columbia': 'Vancouver V5K V6B | Victoria V8W',
      Alberta: 'Calgary T2P T3A | Edmonton T5J',
    },
    lines: ['577 Bell', '812 Rogers', '852 TELUS', '6327 Shaw'],
  },
  ...Object.fromEntries(Object.entries(UNDIVIDED).map(([code, addresses]) => [code, { addresses }])),
};
