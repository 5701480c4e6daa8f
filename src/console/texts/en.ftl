# What the console says in English. `{ $name }` is a value, `{ days }` another message of this file; what follows
# `->` is chosen by a value, such as the word for one or for many.

## Amounts and times

usd = ${ $whole }.{ $cents }
bytes-0 = B
bytes-1 = KB
bytes-2 = MB
bytes-3 = GB
bytes-4 = TB
bytes-exact = { $bytes } bytes
now = now
days = { $days ->
    [one] { $days } day
   *[other] { $days } days
}
orders = { $count ->
    [one] { $count } order
   *[other] { $count } orders
}
proxies = { $count ->
    [one] { $count } proxy
   *[other] { $count } proxies
}
transactions = { $count ->
    [one] { $count } transaction
   *[other] { $count } transactions
}
coins = { $count ->
    [one] { $count } coin
   *[other] { $count } coins
}

## Words of many pages

any-country = Any country
cancel = Cancel
close = Close
retry = Try again
yes = Yes
no = No
none = None
any = Any

## Colors and language

colors = Colors
colors-system = As the system
colors-light = Light
colors-dark = Dark
language = Language · Язык

## What is refused, and what fails

flaw = { $message }
unreachable = The service cannot be reached. Check the connection, then try again.
no-answer = The service gave no answer. Try again.

## What to buy, and the purchase

buy-title = Buy
buy-product = Product
buy-details = Details
buy-tier = Tier
buy-type = Type
buy-type-not-sold = This type cannot be bought at the moment. Choose another one.
buy-from = from { $price }
buy-from-per-gb = from { $price } / GB
buy-per-gb = { $price } / GB
buy-find-country = Type to find, such as "Germany" or "DE"
buy-in-stock = { $count ->
    [0] Sold out
   *[other] { $count } in stock
}
buy-term = Term
buy-term-and-price = Term, with the price of one proxy
buy-volume = Volume
buy-quantity = Quantity
buy-in-one-order = 1 to { $most } in one order
buy-one-fewer = One fewer
buy-one-more = One more
buy-range = 1 to { $most }
buy-bad-number = Type a whole number from 1 to { $most }.
buy-choose-country = Choose a country.
buy-correct = Correct what is marked.
buy-nothing-on-sale = Nothing is on sale
buy-nothing-yet = The operator has not put anything on sale yet.
buy-not-on-sale = What this address names is not on sale any more. Choose from what is.

buy-addresses = Addresses
buy-anonymous-addresses = Anonymous addresses only
buy-anonymous = Anonymous only
buy-connections = Connections
buy-session = Session
buy-rotating = Rotating
buy-about-rotating = A new address for each request
buy-sticky = Sticky
buy-about-sticky = An address of its own for each port
buy-sticky-for = Sticky for { $minutes } min
buy-minutes = Minutes for each address
buy-protocols = Protocols
buy-protocol = { $name ->
    [HTTP] HTTP only
    [SOCKS5] SOCKS5 only
   *[BOTH] HTTP and SOCKS5
}
buy-gateway-accepts = What the gateway accepts
buy-threads = Connections at once

buy-choice = Your choice
buy-price = Price
buy-chat-price = The console pays the API price. In the chat bot: { $price }.
buy-balance = Balance
buy-balance-after = Balance after it
buy-balance-short = The balance does not cover this.
buy-short = { $count ->
    [0] Nothing is in stock in { $where } at the moment.
   *[other] Only { $count } in stock in { $where }.
}
buy-take = Take { $count }
buy-review = Review and buy

buy-this = Buy this?
buy-for = Buy for { $price }
buy-not-now = Not now
buy-later = Later
buy-under-way = Buying. This takes a few seconds.
buy-slow = It was sent, and the answer takes longer. You can leave: this is asked for by itself, and charged once at most.
buy-was-it = Was it bought?
# `$reason` is a sentence: why there is no answer.
buy-lost = { $reason } It is not known whether this was bought. Asking again finishes the same purchase: it is charged once at most.
buy-left-too-early = This page was left before the answer to the purchase came.
buy-unanswered = Your last purchase has no answer yet: it is not known whether it was bought.
buy-find-out = Find out what happened
# `$reason` is a sentence.
buy-nothing-bought = Nothing was bought. { $reason }
buy-price-changed = The price has changed from { $before } to { $now }. Nothing was charged. Buy at the new price, or leave it.
buy-left-in-stock = { $count ->
    [0] Nothing is left in { $where }. Nothing was charged. Choose another country.
   *[other] Only { $count } left in { $where }. Nothing was charged. Take fewer, or choose another country.
}
buy-not-covered = This costs { $price } and the balance was { $balance }: { $missing } is missing. Nothing was charged. Top up, then buy.
buy-ready = Order { $id } is ready
buy-is-ready = Order { $id } is ready.
buy-download = Download as…
buy-open-order = Open the order
buy-again = Buy the same again
buy-else = Buy something else

## Places and providers

geo-country = Country
geo-state = State
geo-city = City
geo-zip = ZIP code
geo-asn = Provider
geo-any-state = Any state
geo-any-city = Any city
geo-any-zip = Any ZIP code
geo-any-asn = Any provider
geo-needs-country = Needs a country
geo-loading = Loading…
geo-excluded = Providers left out
geo-by-number = By number, such as 7922; by name once a country is chosen
geo-exclude = Leave out
geo-left-out = Left out
geo-allow = Allow { $provider } again
geo-counting = Counting addresses…
geo-matches = { $count ->
    [0] No address matches: connections would fail.
    [one] { $count } address matches.
   *[other] { $count } addresses match.
}
geo-matches-at-most = { $count ->
    [one] At most { $count } address matches.
   *[other] At most { $count } addresses match.
}

## Sign-in

sign-in-title = Sign in
sign-in-under-way = Signing in…
sign-in-already = Signed in here already? { $link }
sign-in-go-on = Go on to the console
sign-in-by-passkey = Sign in by passkey
sign-in-by-link = Without a passkey, a link signs you in; it works once, within 15 minutes.
sign-in-get-link = Get a link from the chat bot
sign-in-press-start = Press Start there, and open the link that it answers with.
sign-in-operator = Whoever runs the service can send you one.
sign-in-operator-too = Whoever runs the service can send you one, too.
