# What the console says in English. `{ $name }` is a value, `{ days }` another message of this file; what follows
# `->` is chosen by a value, such as the word for one or for many.

## Amounts and times

usd = ${ $whole }.{ $cents }
usd-bad = Type an amount such as 12.50.
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
save = Save
saved = Saved.
change = Change
delete = Delete
download = Download
renew = Renew
balance = Balance
show-all = Show all { $count }
show-older = Show older ones
switch-on = Switch on
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

## An order

order-title = Order { $id }
order-unknown = No such order
order-not-yours = You have no order { $id }
order-not-yours-why = The number may be mistyped, or the order is of another account than the one signed in here.
order-all = All orders
order-parts = Parts of the order
order-connect = Connect
order-traffic = Traffic
order-settings = Settings
order-paid = Paid

order-country = Bought for
order-end = { $status ->
    [EXPIRED] Ended
   *[other] Ends
}
order-end-at = { $at }{ $isForGood ->
    [yes] , cannot be renewed
   *[no] {""}
}
order-end-traffic = With its traffic
order-volume = { $gb } GB bought in all
order-price = First price
order-source = { $at }, { $source ->
    [API] over the API
    [BOT] in the chat bot
   *[CONSOLE] in the console
}
order-proxies = { $count ->
    [1] Proxy
   *[other] { proxies }
}

order-host = Host
order-sticky-ports = Sticky ports
order-port = { $protocol } port
order-login = Login
check-ask = Do they work?
check-works = { $works ->
    [true] Works
    [false] Does not work
   *[null] Not known yet: ask again
}
protocol-change = Change to { $protocol }
protocol-ask = Change these proxies to { $protocol }?
protocol-meaning = It is free, and logins and passwords stay. Ports may change: programs that use these proxies need the new lines.
protocol-changed = The proxies speak { $protocol } now.
order-new-password = New password
order-password-ask = Replace the password?
order-password-meaning = The order gets a new password, and maybe a new login. Every program that uses the present ones is refused from that moment on. If no answer comes, replacing it once more is safe.
order-password-replace = Replace it
order-password-works = The new password works
order-password-next = Put this line into your programs. The old login and password have stopped working.

order-add-traffic = Add traffic
order-pause = Pause
order-paused = Paused: the gateway refuses connections.
order-resume = Resume
order-resumed = Resumed: the gateway accepts connections.
order-exhausted = The traffic is used up, and connections are refused. Added traffic works at once, with the same login and password.
order-left = { $left } left
order-used = { $used } of { $total } used
order-used-up = The traffic is used up.
order-left-percent = Up to { $percent }% of the traffic is left.

order-paid-in-all = Paid in all
order-payments = Transactions of order { $orderId }
order-payments-all = All transactions of this order
order-payment-for = For

## What is written on an order

annotation-label = Label
annotation-label-hint = What you call it, at most 64 characters. The search finds its beginning.
annotation-customer = Customer
annotation-customer-hint = For whom it is: your own name or number for them, at most 64 characters.
annotation-note = Note
annotation-note-hint = At most 500 characters.
annotation-none = Nothing is written on this order yet. A label or a customer finds it again.
annotation-edit = Edit
annotation-edit-heard = Edit label, customer and note
annotation-title = Written on order { $orderId }

## Proxies as lines

lines-list = Lines
lines-format = Format
lines-protocol = Protocol
lines-number = Lines, up to { $most }
lines-try = Try it
# What is copied.
lines-line = line { $number }
lines-all = { $count ->
    [1] the line
   *[other] { $count } lines
}
lines-new = the new line
lines-command = the command

## Settings of an order

setting-name = { $name ->
    [paused] Paused
    [country] Country
    [state] State
    [city] City
    [zip] ZIP code
    [asn] Provider
    [excludeAsn] Providers left out
    [anonymous] Anonymous addresses only
    [session] Session
    [stickyMinutes] Minutes for each address
    [protocol] Protocols
    [threads] Connections at once
    [allowedIps] Allowed without a password
   *[blockedHosts] Blocked hosts
}
setting-hint = { $name ->
    [stickyMinutes] How long an address is kept: 1 to { $most }.
    [threads] At most { $most }.
    [allowedIps] Up to 5 IP addresses, one on each line.
    [blockedHosts] Up to 100, one on each line, with all their subdomains.
   *[other] {""}
}
setting-option = { $option ->
    [ROTATING] Rotating: a new address each time
    [STICKY] Sticky: each port keeps one
    [BOTH] HTTP and SOCKS5
    [HTTP] HTTP only
   *[SOCKS5] SOCKS5 only
}
setting-value = { $option ->
    [ROTATING] Rotating
    [STICKY] Sticky
   *[other] { setting-option }
}
setting-addresses = Addresses
setting-connections = Connections
setting-changes = What will change
setting-unchanged = Nothing is changed yet. Changes are free and take effect at once.
setting-saved = Saved, and in effect.
setting-refused = Nothing was changed. Correct the fields that are marked, then save again.
setting-discard = Discard

## Traffic as it is used

usage-stretch = Stretch of time
usage-range = { $range ->
    [hour] Hour
    [day] 24 hours
    [week] 7 days
   *[month] 30 days
}
usage-words = { $range ->
    [hour] the last hour
    [day] the last 24 hours
    [week] the last 7 days
   *[month] the last 30 days
}
usage-step = { $range ->
    [hour] a minute
    [month] a day
   *[other] an hour
}
usage-sum = { $total } in { usage-words }, at most { $most } in { usage-step }.
usage-of = Traffic in { usage-words }
usage-none = Nothing was used in { usage-words }
usage-begin = Paste a line of “Connect” into a program, or its command into a terminal: what goes through shows here within seconds.
usage-before = What was used before is in a longer stretch of time.

## Failed connections

diagnosis-title = Failed connections
diagnosis-again = Check again
diagnosis-none = No connection failed in the last seven days.
# The service says in English what happened and what to do, and gives the code by which other languages do.
diagnosis-meaning = { $meaning }
diagnosis-advice = { $advice }
diagnosis-times = { $count ->
    [1] once
   *[other] { $count } times
}
diagnosis-others = Other steps
diagnosis-step = { $setting ->
    [COUNTRY] Take any country
    [STATE] Clear the state
    [CITY] Clear the city
    [ZIP] Clear the ZIP code
    [ASN] Clear the provider
    [EXCLUDE_ASN] Leave out no provider
    [ANONYMOUS] Take any address
    [PAUSED] Resume the order
    [PROTOCOL] Allow both protocols
    [ALLOWED_IPS] Edit the allowed addresses
    [BLOCKED_HOSTS] Edit the blocked hosts
   *[THREADS] Allow { $threads } connections
}
diagnosis-gives = { $addresses ->
    [0] still no address
   *[other] { $isExact ->
        [yes] {""}
       *[no] at most{" "}
    }{ $addresses } { $addresses ->
        [one] address
       *[other] addresses
    }
}

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
buy-written = Label and customer
watch-title = { $count ->
    [0] Tell me when few are left
   *[other] Tell me when few are left ({ $count })
}
watch-why = Told once when fewer are left and once when there are as many again: in the chat, as a webhook, and among the events.
watch-of = { $product }, { $where }: fewer than { $below }
watch-below = { $product }, { $where }: fewer than
watch-begin = Tell me
watch-begun = You will be told of the stock in { $where }.
watch-end = Stop
watch-end-named = Stop telling me of { $product }, { $where }
watch-ended = You are told no more of the stock in { $where }.
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

# What every catalog starts with, as it says it.
about-prem-ipv4 = A private IPv4 address for one customer, over HTTP and CONNECT.
about-prem-socks5 = A private IPv4 address for one customer, over SOCKS5.
about-econ-ipv4 = An IPv4 address that at most three customers share, over HTTP and CONNECT.
about-econ-ipv6 = An IPv6 address for sites that speak IPv6; sold by the term and not renewed.
about-tg-socks5 = A shared IPv4 address over SOCKS5, made for messengers.
about-di-diresi = Addresses of homes in every country, paid by traffic.
about-di-dipremium = Hand-picked homes with the best reputation, paid by traffic.
about-di-dimobile = Addresses of mobile networks, paid by traffic.
about-di-didc = Fast addresses of datacenters, paid by traffic.

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

## Renewing by itself

auto-renewal-title = Renew order { $id } by itself
auto-renewal-is-on = Renews itself…
auto-renewal-is-off = Renew by itself…
auto-renewal-on = Renew it by itself
auto-renewal-period = Term that is added
auto-renewal-most = Most to pay, in US dollars
auto-renewal-most-hint = { $count ->
    [1] Today it costs { $price }.
   *[other] Today all { $count } proxies cost { $price }.
} Above your limit it is not renewed, and you are told.
auto-renewal-until = Last day
auto-renewal-until-hint = A renewal that would end after this day is not made.
auto-renewal-tries = It is tried 48, 24, 6 and 1 hours before the end, and once after it.

renewals-forecast = Next 30 days
renewals-cost = Cost
renewals-covered = { $until ->
    [all] The balance covers all of it at today’s prices.
    [none] The balance does not cover what renews today. Top it up.
   *[other] The balance covers what renews until { $until }. Top it up before.
}
renewals-chart = Each bar is what renews itself on a UTC day, red where the balance does not cover it. The line is the balance that is left, where it comes near the bars.
renewals-day = { $total } ({ $count }), { $balance } left
renewals-none-due = Nothing renews itself in these days
renewals-none-due-text = Switch it on below: an order is then renewed before it ends, up to a price that you name.
renewals-lost = { $count ->
    [one] { $count } order will end although it is to renew itself:
   *[other] { $count } orders will end although they are to renew themselves:
}
renewals-lost-order = { $order }, { $end }: { $why }
renewals-more-lost = and { $count } more
renewals-why = { $code ->
    [price_changed] it costs more than you allow
    [spending_limit_reached] a spending limit is reached
    [insufficient_balance] the balance does not cover it
    [until_reached] its last day is reached
    [not_renewable] it cannot be renewed
    [invalid_period] this term is not sold any more
    [unknown_product] it is not sold any more
    [out_of_stock] the provider has too few
   *[provider_error] the provider refuses it
}
renewals-limits = Spending limits
renewals-limits-text = What renewals by themselves may spend in a UTC day and month. What you renew by hand does not count; 0 lets nothing renew itself.
renewals-per-day = In a day, in US dollars
renewals-per-month = In a month, in US dollars
renewals-spent = { $amount } spent so far.
renewals-no-limit = No limit
renewals-save-limits = Save limits
renewals-limits-saved = The limits are saved.
renewals-orders = Orders that end soonest
renewals-no-orders = No order has a term that ends
renewals-no-orders-text = Proxies that you buy for a term are listed here.
renewals-ends = Ends
renewals-terms = Renews itself
renewals-next = Next try
renewals-cannot = Cannot be renewed
renewals-on = { $period }, up to { $most }
renewals-until = until { $end }
renewals-no-try = None before this end
renewals-change-order = { $isOn ->
    [yes] Change
   *[no] Switch on
} renewal of order { $id } by itself
renewals-more = Show more
renewals-all = All orders by their end

## The list of orders

list-buy = Buy proxies
list-not-selected = Nothing more is selected. { $why }
list-empty = No orders yet
list-empty-text = What you buy here, over the API or in the chat bot is listed here.
list-buy-first = Buy the first proxy
list-no-match = No order matches
list-no-match-text = None of your orders meets all filters. Check what was typed, or loosen a filter.
list-pages = Pages of the list
list-page = Page { $page } of { $pages }
list-first = First
list-previous = Previous
list-next = Next
list-selected-orders = Selected orders
list-select-page = Select all of this page
# After a number.
list-selected = {" "}selected
list-export = Export
list-deselect = Deselect
list-view = View
list-select-all = Select all { $count }
list-sort-again = Sort again
list-new = { $isElsewhere ->
    [yes] Sort again with
   *[no] Show
} { $isMore ->
    [yes] more than { $count } new orders
   *[no] { $count ->
        [one] { $count } new order
       *[other] { $count } new orders
    }
}
list-most = At most { $count } orders can be selected at once.
list-caption = Orders, { $sort }
list-sort = { $sort ->
    [newest] Newest first
    [oldest] Oldest first
    [ends] Ends soonest
   *[ended] Ended longest ago
}
list-choice = Selected
list-column-number = Order
list-column-status = Status
list-column-product = Product
list-column-country = Country
list-column-ends = Ends or left
list-column-bought = Bought
list-column-price = Price
list-select = Select order { $id }
list-source = { $source ->
    [API] API
    [BOT] Chat bot
   *[CONSOLE] Console
}
list-left = { $amount } left
list-left-of = { NUMBER($left, maximumFractionDigits: 6) } of { NUMBER($total, maximumFractionDigits: 6) } GB
list-dense = Dense rows
list-columns = Columns

## Filters of the list

filter-title = { $count ->
    [0] Filters
   *[other] Filters ({ $count })
}
filter-clear = Clear
filter-clear-heard = Clear filters
filter-clear-all = Clear all filters
filter-show = Show orders
filter-show-count = Show { $count }
filter-sort = Sort by
filter-all = All
filter-all-of = All { $name }
filter-ends = Ends
filter-ends-in = { $days ->
    [0] Any time
    [1] Within 24 hours
   *[other] Within { $days } days
}
filter-search = Number, label or proxy
filter-search-begins = Begins with…
filter-customer-exactly = Exactly as written

## The file of selected orders

export-title = Export { orders }
export-copy = Copy
export-saved = Saved { proxies }.
export-copied = Copied { proxies }.
export-not-copied = The browser did not allow copying. Download the file instead.
export-text = Text, a line for each proxy
export-table = With the order, its product, country, end and what you wrote on it
export-lines = Lines of each Luxury order
export-lines-hint = Each sticky line keeps an exit address of its own. An order that rotates has one line.
export-bad-lines = Enter a whole number from 1 to { $most }.
export-left-out = { $count ->
    [one] { $count } order is
   *[other] { $count } orders are
} left out: the proxies do not speak this protocol.
export-secret = Whoever has the file can use the proxies: keep it as safe as a password.

## Renewing selected orders

renew-title = Renew { orders }
renew-pay = Renew { $count } for { $price }
renew-none = None of these orders can be renewed.
renew-add = Add
renew-total = Total
renew-not-covered = The balance does not cover all of them: what it does not cover is refused and not charged.

## Jobs over many orders

job-title = { $state ->
    [DONE] Done
    [CANCELLED] Cancelled
   *[other] Under way
}: { $kind ->
    [RENEW] renewing orders
    [PURCHASE] buying
    [SET_AUTO_RENEW] auto-renewal
   *[other] changing orders
}
job-open = { $kind ->
    [RENEW] Orders are being renewed…
    [PURCHASE] Orders are being bought…
   *[other] Orders are being changed…
}
job-cancel = Stop
job-progress = Orders that are done
job-done = { $done } of { $count } done for { $price }{ $failed ->
    [0] {""}
   *[other] , { $failed } not
}
job-goes-on = It goes on when you close this, and this page.
job-refused = Orders that are refused

## The overview

# Where money is added is a text of its own, such as "in the chat bot by /topup".
overview-top-up = Top up { $where }. It shows here at once.
overview-low = Low
overview-nothing-left = Nothing is left to buy or renew with.
overview-no-pace = Nothing was spent in the last 7 days.
overview-lasts-long = Lasts more than a year
overview-lasts = { $days ->
    [0] Lasts less than a day
   *[other] Lasts about { days }
}, until { $end }
overview-pace = At the pace of the last 7 days.
overview-spent-today = Spent today
overview-spent-month = Spent this month
overview-spent-last-month = Spent last month
overview-coins = { $amount }, each $0.01 off a purchase in the chat bot. You earn { $cashbackPercent }% of what you pay there, and { $referralPercent }% of what people you invite pay.
overview-spending = Spending in 30 days
overview-spent = Spent
overview-nothing-spent = Nothing was spent in these days
overview-spent-on = What you { $buy }, renew and add shows here by the day.
overview-spent-on-buy = buy
overview-ending = Ends within 7 days
overview-none-ending = No order ends within 7 days.
# After the name of a product.
overview-of-order = {" "}of order { $id }
more-proxies = { $count ->
    [1] {""}
   *[other] , { proxies }
}
overview-order = Order { $id }, { movement-country }{ more-proxies }
overview-ends = Ends { $time }
overview-renew = Renew…
overview-not-renewable = Not renewable
overview-not-sold = No longer sold
overview-more = and { $count } more: { $link }
overview-more-ending = see all of them
overview-traffic = Traffic left
overview-no-traffic = No order has traffic. Luxury proxies are paid by the GB.
overview-more-in = and { $count } more in { $link }
overview-active = active orders
overview-exhausted = { $count ->
    [one] { $count } order is
   *[other] { $count } orders are
} out of traffic
overview-left-of-order = Traffic left of order { $id }
overview-left-of = { $left } of { $total }
overview-of = of { $total }
overview-used-up = used up
overview-in-use = in use
overview-activity = Latest activity
overview-transactions = All transactions
overview-no-activity = Nothing yet. Purchases, renewals and top-ups appear here.
# After what a transaction was for.
overview-with-order = , order { $id }
overview-bought = { $time }, order { $id }, bought { $source ->
    [API] by a program
    [BOT] in the chat bot
   *[CONSOLE] in the console
}
overview-reference = { $time }, reference { $reference }
overview-steps = First steps
overview-pay = Top up the balance
overview-pay-text = Do so { $where }. What you pay there shows here at once.
overview-can-pay = Your balance is topped up
overview-can-pay-text = Purchases are paid from it at once. More is added { $where }.
overview-buy-first = Buy the first proxy
overview-buy-text = It works within seconds, and its price is shown before you pay.
overview-buy = Buy a proxy
overview-programs = Let your programs buy
overview-programs-text = They need an { $apiKey }; the { $calls } are ready to copy.
overview-api-key = API key
overview-calls = first calls

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
layout-place-renewals = Renewals
layout-place-statement = Statement
layout-place-access = Access
layout-place-webhooks = Webhooks
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
search-placeholder = Order number, label, address, login…
search-what = Search by an order’s number, the beginning of its label, a proxy’s address, its login (of your 1,000 newest orders that are not expired), the reference of a payment, or how an API key begins.
search-waiting = Searching…
search-none = Nothing found for “{ $text }”. { search-what }
search-found = { $count } found
search-order-facts = { $product }, { movement-country }{ more-proxies }
search-key = API key { $prefix }…

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
charge-traffic-title = Add traffic to order { $id }
charge-traffic-volume = Volume
charge-traffic-after = Traffic left after it
charge-traffic-added = Added. { $left } are left now.
renewal-title = Renew order { $id }
renewal-term = { $count ->
    [1] Term
   *[other] Term, for all { proxies }
}
renewal-end = New end
renewal-until = Renewed until { $end }.
renewal-done = Renewed.

## Access

access-name = Name
access-added = Added
access-last-used = Last used
access-not-used = Not yet
access-remove = Remove
access-remove-named = Remove { $name }
access-passkeys = Passkeys
access-passkeys-none = No passkeys
access-passkeys-why = With a passkey in this device you sign in without a link.
access-passkey-add = Add a passkey
access-passkey-ask = Ask the device
access-passkey-hint = Such as the device that holds it.
access-passkey-added = The passkey is added.
access-passkey-remove = Remove the passkey
access-passkey-remove-means = It signs nobody in any more, and cannot be restored: only a new one can be added. Sessions that it has begun go on until they are ended.
access-passkey-removed = { $name } signs nobody in any more.
access-again = Sign in again
access-again-passkey = Use a passkey
access-again-chat = Confirm in the chat
access-again-why = You signed in more than 15 minutes ago. Keys and passkeys are changed, and secrets of webhooks shown, only soon after a sign-in, so that nobody can take over an open browser.
access-again-how = { $way ->
    [chat] Press Start in the chat with the bot
   *[link] Get a new link from whoever runs the service, and open it in another tab of this browser
}{ $passkey ->
    [no] .
   *[yes] , or use a passkey.
} This page then goes on where you were.
access-shown-once = It is shown only now.
access-store-it = Store it where your programs read their secrets; whoever has it can use it.
access-stored = I have stored it

## API keys

key-list = API keys
key-new = New key
key-none = No API keys
key-why = Your programs buy and manage proxies with a key.
key-head = Key
key-state = State
key-works = Works
key-disabled = Disabled
key-from = Usable from
key-any-address = Any address
key-created = Created
key-reissued = New secret { $at }
key-old-secret = { $secret } works until { $until }
key-used-from = from { $address }
key-change-named = Change { $name } { $prefix }
key-reissue = Issue a new secret
key-edit = Edit name and networks
key-enable = Enable
key-disable = Disable
key-made = The new key
key-secret-made = The new secret
key-what = the key
key-disable-named = Disable { $name }
key-disable-action = Disable the key
key-disable-means = Every request with it is refused until you enable it again, and the frontend tokens that it has made end.
key-enable-named = Enable { $name }
key-enable-action = Enable the key
key-enable-means = Programs that have its secret can use it again at once.
key-delete-named = Delete { $name }
key-delete-action = Delete the key
key-delete-means = This is final: programs that have its secret are refused at once, and the frontend tokens that it has made end. Orders and the balance stay as they are. A key that is only to stop for a while can be disabled.
key-deleted = { $name } is deleted.
key-replace = Replace the secret
key-stops = The secret { $prefix }… stops working
key-overlap = { $hours ->
    [0] At once
    [1] In an hour
   *[other] In { $hours } hours
}
key-reissue-means = It stops in every program that has it, and the frontend tokens that it has made end with it. If somebody else may know it, replace it at once. Networks stay as they are.
key-new-title = New API key
key-create = Create the key
key-edit-named = Edit { $prefix }…
key-saved = { $name } is saved.
key-name-hint = Such as the program that will use it.
key-from-hint = Addresses or networks such as 203.0.113.0/24, with spaces between them. Empty: any address.

## Frontend tokens

token-list = Frontend tokens
token-new = New token
token-none = No frontend tokens
token-why = A token lets a page of your own show some orders to your customers, and do nothing else.
token-head = Token
token-reads = Reads
token-READ_TRAFFIC = Traffic
token-READ_ORDER = Order and settings
token-READ_PROXIES = Proxies with passwords
token-orders = Orders
token-pages = Pages
token-ends = Ends
token-newest = These are the newest { $count }; there may be more.
token-revoke = Revoke
token-revoke-named = Revoke { $prefix }
token-ended = { $prefix }… has ended.
token-revoke-all = Revoke all
token-revoke-all-title = Revoke all frontend tokens
token-revoke-all-means = Every page that has one stops showing orders at once, also by tokens that are not in this list. None can be restored: your server has to make new ones.
token-all-ended = All tokens have ended.
token-made = The new token
token-what = the token
token-new-title = New frontend token
token-create = Create the token
token-find = Find an order
token-find-hint = By its number or label, a proxy’s address or a login. The newest active ones are listed.
token-order = { $id } · { $product }, { movement-country }
token-none-found = No order is found by this.
token-none-active = There is no active order.
token-may-read = May read
token-pages-hint = Where it is used, such as https://shop.example, with spaces between them.
token-ends-after = Ends after
token-hours = { $hours ->
    [one] { $hours } hour
   *[other] { $hours } hours
}

## Lists of proxies

plist-list = Lists of proxies
plist-new = New list
plist-none = No lists
plist-why = A program loads your active proxies by an address, without a key. New orders join by themselves.
plist-head = List
plist-named = { $count ->
    [1] 1 order
   *[other] { $count } orders
}
plist-revoke-named = Revoke { $name } { $prefix }
plist-revoke-title = Revoke { $name }
plist-revoke-action = Revoke the list
plist-revoke-means = This is final: programs that load it get nothing from now on. The proxies go on working.
plist-revoked = { $name } is revoked.
plist-new-title = New list of proxies
plist-create = Create the list
plist-name-hint = Such as the program that will load it.
plist-which = It has the active orders that meet all of this, as they are when it is loaded. Empty: all.
plist-by-customer = Customer
plist-by-search = Label begins with
plist-by-country = Country
plist-country-hint = Two letters, such as US; ANY for Luxury.
plist-count = Lines of a Luxury order
plist-count-hint = 1 to 1,000. Other orders have a line for each proxy.
plist-sticky = Each of these lines keeps its exit address for a while
plist-made = The new list
plist-store-it = Whoever has the address has the logins and passwords. Revoke the list if somebody else may know it.
plist-form = { $form ->
   *[txt] Lines host:port:login:password
    [url] Lines http://login:password@host:port
    [csv] A table (CSV)
    [json] JSON
}
plist-address = the address ({ $form })

## Sessions

session-list = Sessions
session-caption = Browsers that are signed in
session-browser = Browser
session-address = Address
session-address-unknown = Not known
session-signed-in = Signed in
session-last-change = Last change
session-change = { $mutation ->
    [addTraffic] Add traffic
    [bulkPurchase] Buy many
    [bulkRenew] Renew many
    [bulkSetAutoRenew] Set auto-renewal of many
    [bulkUpdateOrders] Update many orders
    [cancelBulkJob] Cancel job
    [createFrontendToken] Create frontend token
    [createKey] Create key
    [createProxyList] Create list
    [createWebhook] Create webhook
    [deleteKey] Delete key
    [deleteWebhook] Delete webhook
    [endOtherSessions] End other sessions
    [endSession] End session
    [finishPasskeyRegistration] Finish passkey registration
    [finishPasskeySignIn] Finish passkey sign in
    [purchase] Purchase
    [redeliver] Send event again
    [redeliverSince] Send missed events
    [reissueKey] Reissue key
    [removePasskey] Remove passkey
    [renew] Renew
    [resetPassword] Reset password
    [revokeFrontendTokens] Revoke frontend tokens
    [revokeProxyList] Revoke list
    [rotateWebhookSecret] Replace webhook secret
    [sendTestEvent] Send test event
    [setAutoRenew] Set auto-renewal
    [setSpendingLimit] Set spending limit
    [setProtocol] Change protocol
    [signIn] Sign in
    [signOut] Sign out
    [startPasskeyRegistration] Start passkey registration
    [startPasskeySignIn] Start passkey sign in
    [unwatchStock] End stock watch
    [updateKey] Update key
    [updateOrder] Update order
    [updateSettings] Update settings
    [updateWebhook] Update webhook
    [watchStock] Watch stock
   *[other] { $mutation }
}
session-this = This one
session-end = End
session-end-named = End { $browser }, { $address ->
    [none] address not known
   *[other] { $address }
}
session-ended = { $browser } is signed out.
session-end-others = End all others
session-others-ended = All others are signed out.

## Statement

statement-period = Period
statement-all-time = All time
statement-this-month = This month
statement-last-month = Last month
statement-this-year = This year
statement-last-year = Last year
statement-other-days = Other days
statement-first-day = First day
statement-last-day = Last day
statement-backward = This is before the first day; choose a later one.
statement-kind = Kind
statement-all-kinds = All kinds
statement-order = Order
statement-no-number = Type the number of an order.
statement-product = Product
statement-country = Country
statement-time = Time
statement-for = For
statement-amount = Amount
statement-of-month = Transactions of { $month }
statement-spent = spent { $amount }
statement-spent-hint = Charges less refunds of the whole month
statement-none = No transactions yet
statement-none-hint = Top-ups, purchases, renewals and refunds are listed here, with the balance after each.
statement-nothing = Nothing of this kind, order and days
statement-nothing-hint = Choose other days, all kinds or all orders.
statement-shown = { $rest ->
    [hidden] To see older ones, choose an earlier last day, or download them. { transactions } shown.
    [some] { transactions } shown.
   *[none] { transactions } shown, which is all.
}
statement-download = Download CSV
statement-stop = Stop the download
statement-so-far = { transactions } so far
statement-saved = Saved { transactions } as { $name }.
statement-no-answer = The service did not answer.

## Movements of the balance

movement-PURCHASE = Purchase
movement-RENEWAL = Renewal
movement-TRAFFIC = Added traffic
movement-REFUND = Refund
movement-TOP_UP = Top-up
movement-PAYMENT_REFUND = Payment given back
movement-OPERATION_REFUND = Given back
movement-ADJUSTMENT = Adjustment
movement-reference = Reference { $reference }
movement-country = { $country ->
    [ANY] any country
   *[other] { $country }
}

## Where the money went

sums-title = Where the money went
sums-title-of = Where the money went: { $days }
sums-spent = { $amount } spent
sums-line = { $spent }, { $previous } in { $days }{ $change ->
    [none] {""}
   *[other] : { $change }
}
sums-by = Added up by
sums-caption = By { $by ->
    [country] country
    [kind] kind
   *[product] product
}, { $name } and { $before }
sums-transactions = Transactions
sums-nothing = Nothing in these days
sums-nothing-hint = What is bought, renewed and refunded is added up here.

## Webhooks

webhook-new = New webhook
webhook-why = What happens to your orders and your balance is posted to your server within a second, signed. Nothing has to be asked for again and again.
webhook-first = Receive and verify
webhook-first-new = Make a webhook with the address of your server, and store its secret: it is shown once.
webhook-first-verify = Verify what arrives: only who has the secret can sign. A program for Node.js that does so by Standard Webhooks, after npm install standardwebhooks and with the secret in WEBHOOK_SECRET:
webhook-first-test = Send a test event, and see what became of it under its webhook.
webhook-first-twice = Answer within 15 seconds by any 2xx, and work after that. What fails is sent again for three days, so an event may arrive twice: its webhook-id is the same then. Events that were missed are kept for 30 days.
webhook-receiver = the receiver
webhook-change-named = Change { $url }
webhook-edit = Edit the webhook
webhook-saved = The webhook is saved.
webhook-create = Create the webhook
webhook-address = Address
webhook-address-hint = It begins with https:// and can be reached from everywhere.
webhook-types = Events; all when none is ticked
webhook-description = Description
webhook-state = { $state ->
    [on] On
    [failing] Failing
   *[off] Off
}
webhook-all-types = All events
webhook-reason-RESELLER = You have switched it off. Nothing is sent.
webhook-reason-OPERATOR = The operator has switched it off. Nothing is sent.
webhook-reason-GONE = Switched off, since its server answered 410: it wants nothing any more.
webhook-reason-FAILING = Switched off, since for five days nothing had arrived and something had failed.
webhook-failing = Nothing has arrived since { $at }. After five such days it is switched off.
webhook-held = Its server wants nothing before { $at }. What happens waits until then.
webhook-old-secret = The old secret signs beside the new one until { $at }.
webhook-secret = The secret of the webhook
webhook-secret-what = the secret
webhook-rotate = New secret
webhook-rotate-action = Replace the secret
webhook-rotate-means = For 24 hours both sign, the old one and the new one: put the new one into your server until then.
webhook-on-told = It is on. “This one and all after it”, at the last event that has arrived, sends what happened meanwhile.
webhook-off = Switch off
webhook-off-told = It is off. Nothing is sent any more, not even what waits to be tried again.
webhook-delete-action = Delete the webhook
webhook-delete-means = Nothing is sent to { $url } any more, and its secret and its deliveries are gone. This is final.
webhook-test = Send a test event
webhook-test-sent = A test event is on its way.
webhook-since-sent = { $count ->
    [one] { $count } event is on its way.
   *[other] { $count } events are on their way.
}
webhook-deliveries-to = Deliveries to { $url }
webhook-no-deliveries = Nothing was sent yet
webhook-no-deliveries-hint = A test event shows at once whether it arrives.
webhook-event = Event
webhook-test-event = Test event
webhook-result = Result
webhook-again = Send again
webhook-again-one = Only this one
webhook-again-since = This one and all after it
webhook-again-named = Send again { $eventId }
webhook-again-sent = The event is on its way.
webhook-rest = The newest { $count } are shown. Programs read the others over GraphQL.
webhook-next = { $at }: next attempt
# Why an attempt failed, by the word that the service has for it.
webhook-outcome = { $error ->
    [none] Arrived, { $status }
    [bad_status] Answered { $status }
    [redirected] Redirected, { $status }
    [timed_out] No answer in 15 seconds
    [dns_failed] Unknown host
    [connect_failed] No connection
    [connection_lost] Connection lost
    [tls_failed] Certificate refused
    [invalid_webhook_url] Address not allowed
   *[other] { $error }
}
webhook-took = { $ms } ms

# Types of events, behind their names.
event-order-created = order.created · bought
event-order-renewed = order.renewed · renewed
event-order-traffic_added = order.traffic_added · traffic added
event-order-settings_changed = order.settings_changed · settings changed
event-order-paused = order.paused · paused
event-order-resumed = order.resumed · resumed
event-order-password_changed = order.password_changed · new password
event-order-protocol_changed = order.protocol_changed · another protocol
event-order-updated = order.updated · label, note or customer
event-order-ending = order.ending · 72 and 24 hours before the end
event-order-ended = order.ended · the term is over
event-order-exhausted = order.exhausted · the traffic is used up
event-order-traffic_used = order.traffic_used · 80% and 95% of the traffic used
event-order-renewal_refused = order.renewal_refused · could not be renewed by itself
event-purchase-failed = purchase.failed · charged and refunded
event-balance-topped_up = balance.topped_up · topped up
event-balance-adjusted = balance.adjusted · adjusted by the operator
event-balance-refunded = balance.refunded · refunded by the operator
event-balance-low = balance.low · below the threshold
event-payment-expired = payment.expired · not paid in time
event-payment-refunded = payment.refunded · paid back
event-key-created = key.created · a new API key
event-key-reissued = key.reissued · a new secret
event-key-disabled = key.disabled · disabled
event-key-enabled = key.enabled · enabled
event-key-changed = key.changed · name, networks or rate
event-key-deleted = key.deleted · deleted
event-list-created = list.created · a new list of proxies
event-list-revoked = list.revoked · the list was revoked
event-bulk-ended = bulk.ended · a job over many orders has ended
event-stock-low = stock.low · little is left
event-stock-back = stock.back · enough again
event-webhook-disabled = webhook.disabled · another webhook was switched off
event-webhook-enabled = webhook.enabled · another webhook was switched on

## For developers

developers-places = For developers
developers-graphiql = GraphiQL
developers-graphiql-use = Write queries with the schema beside them. It runs as you, without a key; mutations are real.
developers-guide = GraphQL guide
developers-guide-use = Caches, charts, and tokens for your own pages, with the schema and an example.
developers-rest = REST reference
developers-rest-use = Every route of /v1, to read and to try with a key.
developers-openapi = OpenAPI
developers-openapi-use = The description of /v1 for programs that write clients.
developers-key = Programs send an API key, which you get under { $access }; put it in the place of { $key }.
developers-code = the code of { $title }
developers-balance = REST: your balance
developers-balance-about = The key stands in a header.
developers-buy = REST: buy a proxy
developers-buy-about = It charges the balance. Sent again with the same Idempotency-Key, it gives the same answer and charges nothing.
developers-sold = GraphQL: what is sold, and your newest orders
developers-sold-about = One request for all that a page shows.
developers-live = GraphQL: follow the balance live
developers-live-about = A program for Node.js, after npm install graphql graphql-ws ws.
developers-token = A token for a page of your own
developers-token-about = Your server makes it with the key, for orders of one customer; the page sends it as it would a key, reads those orders and can do nothing else. Put the number of an order in the place of 1.
