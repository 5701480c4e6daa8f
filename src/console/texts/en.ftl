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

order-status = Status
order-product = Product
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
order-bought = Bought
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
order-new-password = New password
order-password-ask = Replace the password?
order-password-meaning = The order gets a new password, and maybe a new login. Every program that uses the present ones is refused from that moment on. If no answer comes, replacing it once more is safe.
order-password-replace = Replace it
order-password-works = The new password works
order-password-next = Put this line into your programs. The old login and password have stopped working.
order-done = Done

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
# The service describes a payment in English; other languages have no more than its kind to go by.
order-payment = { $description }
order-payment-for = For
order-payment-time = Time
order-payment-amount = Amount

## Proxies as lines

lines-list = Lines
lines-format = Format
lines-protocol = Protocol
lines-number = Lines, up to { $most }
lines-try = Try it
lines-download = Download
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
setting-save = Save

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
