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

## The kit

kit-document = { $title } · Console
kit-optional = (optional)
kit-copy = Copy { $what }
kit-copied = Copied { $what }.
kit-copy-refused = The browser did not allow copying { $what }; select the text instead.
kit-choice = Choices
kit-loading = Loading…
kit-no-match = Nothing matches.
kit-matches = { $count } match; type on to narrow them down.
kit-dropped = “{ $typed }” was dropped, since { $why ->
    [several] more than one matches
    [early] the list was not there yet
   *[none] nothing matches
}. { $isChosen ->
    [yes] It is still { $label }.
   *[no] Nothing is chosen.
}
kit-table = As a table
kit-table-label = { $label }, as a table
kit-from = From
kit-status-ACTIVE = Active
kit-status-PAUSED = Paused
kit-status-EXHAUSTED = Out of traffic
kit-status-EXPIRED = Expired

## Around the pages

layout-skip = Skip to the page
layout-menu = Menu
layout-pages = Pages
layout-place-overview = Overview
layout-place-buy = Buy
layout-place-orders = Orders
layout-place-statement = Statement
layout-place-access = Access
layout-place-developers = Developers
layout-zone = Times and days are those of { $zone }. Point at a time to read it in UTC.
layout-support = Support
layout-sign-out = Sign out
layout-not-signed-out = Not signed out. { $failure }
layout-failed = This page cannot be shown
layout-failed-lost = The connection was lost before this page was here. It opens by itself when the connection is back.
layout-failed-why = Something went wrong in the page, or there is a newer release of it. Loading it again helps mostly.
layout-reload = Load it again
layout-lost = Connection lost. What you see is from { $time }. Trying again…
layout-busy = Too much was asked in the last minute. Going on by itself at { $time }.
layout-no-page = There is no such page
layout-no-page-why = The address may be mistyped. The menu leads to everything there is.

## The search

search-title = Search
search-field = Order, proxy, payment or key
search-placeholder = Order number, address, login…
search-what = Search by an order’s number, a proxy’s address, its login (of your 1,000 newest orders that are not expired), the reference of a payment, or how an API key begins.
search-waiting = Searching…
search-none = Nothing found for “{ $text }”. { search-what }
search-found = { $count } found
search-order = Order { $id }
search-order-facts = { $product }, { $country ->
    [ANY] any country
   *[other] { $country }
}{ $count ->
    [1] {""}
   *[other] , { proxies }
}
search-movement = { $description }
search-key = API key { $prefix }…
search-disabled = Disabled

## Passkeys

passkey-at-localhost = Passkeys need an address with a name: open this console at { $place }, with a new link.
passkey-at-name = Passkeys need an address with a name: open this console at its name instead of its IP address, with a new link.
passkey-https = Passkeys need https.
passkey-unsupported = This browser has no passkeys.
passkey-exists = This device has a passkey for the console already.
passkey-not-chosen = No passkey was chosen, or it took too long. Try again when the device is at hand.
passkey-failed = The browser could not do that. Try again, or use another device.

## Paying for an order

charge-once = Trying the same again charges only once.
charge-missing = The answer to an earlier payment is missing. { charge-once }
charge-failed = { $failure } { charge-once }
charge-lost = The connection is lost. You can leave this. { charge-once }
charge-later = Later
charge-ask = Find out what happened
charge-pay = Pay { $price }
charge-balance-now = Balance now
charge-balance-after = Balance after it
# `$where` is one of the next three.
charge-not-covered = The balance does not cover this: { $missing } is missing. Top up { $where }. It shows here at once.
charge-in-bot = in { charge-bot }
charge-in-bot-or-with = in the chat bot or with whoever runs the service
charge-in-bot-by = in { $bot } by /topup
charge-bot = the chat bot
charge-volume = { $gb } GB
charge-traffic-title = Add traffic to order { $id }
charge-traffic-volume = Volume
charge-traffic-after = Traffic left after it
charge-traffic-added = Added. { $left } are left now.
renewal-button = Renew
renewal-title = Renew order { $id }
renewal-term = { $count ->
    [1] Term
   *[other] Term, for all { proxies }
}
renewal-end = New end
renewal-until = Renewed until { $end }.
renewal-done = Renewed.
