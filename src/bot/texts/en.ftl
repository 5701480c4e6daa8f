# What the bot says in English. `{ $name }` is a value, `{ minutes }` another message of this file; what follows
# `->` is chosen by a value, such as the word for one or for many. Marks such as <b> are Telegram's.

language-name = English
# The locale by which dates are written.
date-locale = en-GB

## Amounts

usd = ${ $whole }.{ $cents }
dollars = ${ $amount }
bytes-3 = { $amount } GB
bytes-2 = { $amount } MB
bytes-1 = { $amount } KB
bytes-0 = { $amount } B
coins = { $coins ->
    [one] { $coins } coin
   *[other] { $coins } coins
}
stars = { $stars ->
    [one] { $stars } Star
   *[other] { $stars } Stars
}
minutes = { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
}
days = { $days ->
    [one] { $days } day
   *[other] { $days } days
}
gigabytes = { $gb } GB
proxies = { $count ->
    [one] { $count } proxy
   *[other] { $count } proxies
}
# In a list of what is bought.
quantity = { proxies }
lines = { $count ->
    [one] { $count } line
   *[other] { $count } lines
}
addresses = { $count ->
    [one] { $count } address
   *[other] { $count } addresses
}
movements = { $count ->
    [one] { $count } movement
   *[other] { $count } movements
}
free = { $available ->
    [one] { $available } is free
   *[other] { $available } are free
}
until = until { $day }
left = { $amount } left
any = any
any-country = any country

## The menu of commands in Telegram, and their buttons under the greeting

command-buy = Buy proxies
command-orders = Your orders
command-balance = Balance and statement
command-topup = Top up the balance
command-keys = API access
command-console = Sign in to the console
command-invite = Invite others and earn coins
command-notices = Choose your notices
command-language = Language
command-help = What this bot does

menu-buy = Buy proxies
menu-orders = Orders
menu-balance = Balance
menu-topup = Top up
menu-keys = API access
menu-console = Console
menu-invite = Invite others
menu-notices = Notices
menu-language = Language
menu-help = Help

## Buttons

button-pay = Pay
button-open-chat = Open a private chat
button-threshold = Low-balance notice
button-statement = Statement (CSV)
button-back = « Back
button-cancel = Cancel
button-again = Try again
button-next = Go on »
button-apply = Apply
button-any = Any
button-none = None
button-any-country = Any country
button-sticky = Sticky
button-rotating = Rotating
button-new-key = New key
button-no-name = Without a name
button-reissue = Replace secret
button-disable = Disable
button-enable = Enable
button-networks = Allowed networks
button-any-network = Any network
button-sure = Yes, replace it
button-reissue-overlap = Replace, old one ends in 24 h
button-delete-secret = Saved: delete this message
button-proxies = Proxies
button-renew = Renew
button-add-traffic = Add traffic
button-settings = Settings
button-lines = Lines
button-new-password = New password
button-week = The last week
button-errors = Connection errors
button-pause = Pause
button-resume = Resume
button-password-sure = Yes, a new password
button-newer = ‹ Newer
button-older = Older ›
button-all = All

## Beginning

welcome =
    <b>Welcome, { $name }!</b>

    You have an account for buying proxies now. Top up its balance, and create an API key for your programs or sign in to the console in a browser.
welcome-back = <b>Hello, { $name }.</b> What would you like to do?
linked = You manage the account <b>{ $reseller }</b> from now on.
linked-instead = You manage the account <b>{ $reseller }</b> from now on. Your account before, number { $beforeId }, is kept: support can bind you to it again.
old-link = This link has been used or is too old. Ask support for a new one.
start-first = Send /start first: it gives you an account.
help =
    <b>What this bot does</b>

    /buy – buy proxies
    /orders – your orders: proxies, renewal, traffic, settings
    /balance – your balance, when it counts as low, the statement
    /topup – pay in Telegram Stars or by Crypto Pay
    /keys – API keys for your programs
    /console – a link that signs you in to the console in a browser
    /invite – a link by which others come, and you earn coins
    /notices – which notices you get
    /language – English or Russian

    Only private chats are answered.
unknown = I did not understand that. /help lists what I can do.
text-only = I understand text and buttons only. /help lists what I can do.
private-only = I work in private chats only, and answer nothing else in a group. Please write to me in a chat of our own.
edited = I do not read changes of messages. Send it again as a new message, please.
old-button = This button is too old. Open the list again, please.
slow-down = That is too fast for me: I take 30 messages a minute. Please go on in a minute.
failed = Something went wrong on our side. Please try again.

## Account

language = Which language should I speak?
language-set = I speak English now.
console =
    <a href="{ $link }">Sign in to the console</a>

    The link works once, within { minutes }. Do not pass it on: it opens your account.

    { $link }
invite =
    Whoever starts this bot by your link is referred by you. You get <b>{ $percent } %</b> of what they pay here as coins, and each coin takes $0.01 off what you buy here.

    { $link }

## Balance

balance =
    <b>Balance: { $balance }</b>
    Coins: { $coins }. Each takes $0.01 off what you buy here.
    { $isWarned ->
        [yes] You get a notice when it falls below { $threshold }.
       *[no] You get no notice when it is low.
    }

    { $isEmpty ->
        [yes] Nothing has moved yet.
       *[no] <b>Last movements</b>
    }
    { $movements }
threshold =
    You get a notice when the balance falls below an amount. Now it is <b>${ $dollars }</b>; with 0 you get none.

    Choose one, or type whole dollars from 0 to 1,000,000.
bad-threshold = That is not a whole number from 0 to 1,000,000. Please type digits only, such as 25 or 1000.
statement-caption = { $isWhole ->
    [yes] Your statement: { movements }.
   *[no] The newest { movements } of your statement. The console has the older ones.
}
statement-time = Time (UTC)
statement-what = What
statement-amount = Amount, USD
statement-balance = Balance after, USD
statement-reference = Reference
# What a movement of the balance was for.
movement = { $kind ->
    [top_up] Top-up
    [payment_returned] Payment given back to its payer
    [payment_kept] Payment that could not be given back
    [adjustment] Adjustment: { $reason }
    [refund] Refund, not delivered: { $subject }
    [refund_alone] Refund
    [operation_refund] Given back: { $subject }. { $reason }
    [operation_refund_alone] Given back: a charge. { $reason }
    [charge_alone] Charge
   *[charge] { $subject }
}
movement-work = { $kind ->
    [renewal] Renewal of order { $orderId }
    [traffic] Traffic for order { $orderId }
   *[purchase] Purchase
}
movement-country = { $code ->
    [ANY] { any-country }
   *[other] { $code }
}
movement-coins = with { coins }
money-back = { $charged }{ $coins ->
    [0] {""}
   *[other] {" "}and { coins }
} went back to you: your balance is { $balance }.

## Keys

keys =
    <b>API keys</b>

    { $keys }

    { $part }Choose one to change it.
keys-none = You have no API key yet. Your programs need one: create it here.
keys-part = These are the newest { $newest } of { $count }.
key-any-network = any network
key-networks-more = and { $count } more
key-disabled = disabled
key-used = last used { $day }
key-never-used = never used
key-name = What should the key be called? Type a name of at most 50 characters, such as the program that will use it.
bad-key-name = A name has 1 to 50 characters, and none that change the direction of text. Please type another one.
key =
    <b>API key <code>{ $prefix }…</code></b> { $name }

    State: { $isDisabled ->
        [yes] disabled
       *[no] in use
    }
    Allowed networks: { $isOpen ->
        [yes] any
       *[no] { $networks }
    }
    Secret since: { $issuedAt } UTC{ $oldSecret }
    Last used: { $isUsed ->
        [yes] { $day }
       *[no] never
    }
key-old-secret = Old secret: <code>{ $prefix }…</code> works until { $until } UTC
secret =
    Your API key, shown this once:

    <code>{ $apiKey }</code>

    Save it now. Delete this message when you have: whoever reads it can spend your balance.
# Instead of a message that Telegram does not delete.
emptied = The secret that stood here is gone. Telegram lets bots delete no message that is older than 48 hours.
not-deleted = Telegram lets me neither delete nor change that message. Please delete it yourself: whoever reads the secret in it can use it.
reissue-sure = Replace the secret of <code>{ $prefix }…</code>? The present one stops working at once, or in 24 hours.
networks =
    From where may <code>{ $prefix }…</code> be used? Now: { $isOpen ->
        [yes] any network
       *[no] { $networks }
    }.

    Type addresses or networks such as 203.0.113.7 or 2001:db8::/32, with spaces or commas between them.
bad-networks =
    { $areTooMany ->
        [yes] A key takes at most 100 networks.
       *[no] That does not work: { $wrong }.
    } Nothing was changed.

    Type addresses, or networks by their first address, such as 203.0.113.0/24 or 2001:db8::/32, with spaces or commas between them.

## Top-up

top-up =
    <b>How much do you want to add to your balance?</b>

    Choose an amount, or type US dollars from 1 to 10,000, such as 75 or 12.50.
bad-amount = Please type US dollars from 1 to 10000 with at most two decimals and nothing between the thousands, such as 75, 12.50 or 1000.
no-payments = The balance cannot be topped up here at present. Please ask support.
choose-method = <b>{ $amount }</b> will be added to your balance. How do you want to pay?
pay-by-stars = Telegram Stars: { stars }
pay-by-crypto = Crypto Pay
too-many-stars = Telegram takes at most { $most } in Stars at once. For more, pay several times.
invoice-title = Top-up: { $amount }
invoice-description = Adds { $amount } to your balance. To be paid by { $until } UTC.
invoice-label = Top-up { $amount }
invoice-coming = Your invoice for <b>{ $amount }</b> is being made. It comes in a moment.
invoice =
    <b>Invoice for { $amount }</b>

    Pay it by { $until } UTC. I will tell you when the money has come.
no-invoice = { $provider ->
    [stars] Telegram did not take the invoice for { $amount } in Stars, so it cannot be paid, and nothing was charged. /topup begins again.
   *[crypto_pay] Crypto Pay made no invoice for { $amount }, and nothing was paid. /topup tries it again.
}
credited = <b>{ $amount }</b> was added to your balance. /balance shows it.
# To whom pays for an account that is not theirs any more.
credited-elsewhere = Your payment was added to the account that its invoice was made for. That is not the one that you have here now.
payment-refunded = <b>Your payment for { $amount } was given back</b>{ $stars ->
    [0] {""}
   *[other] : { stars }
}. { $isCovered ->
    [yes] What it had added is off your balance again.
   *[no] Your balance did not cover { $uncovered } of what it had added: that is taken from what comes to it next. The rest is off it.
}
uncredited = Your payment has come, but not as it was asked for, so nothing was added to your balance. It is kept, and support has been told.
checkout-refused = { $reason ->
    [unknown] This invoice is not known. Please get a new one by /topup.
    [paid] This invoice is paid already. Another one is made by /topup.
    [expired] This invoice is too old. Please get a new one by /topup.
    [differing] This invoice asks for another amount than it should. Please get a new one by /topup.
    [of_another] This invoice was made for another person or account. Please get one of your own by /topup.
   *[failed] Something went wrong on our side, and nothing was paid. Please try again.
}

## Buying

buy-tier = <b>What would you like to buy?</b>
buy-type =
    <b>Which type?</b>

    { $types }
buy-type-button = { $name }, from { $price }
buy-period =
    { $chosen }

    { $isTraffic ->
        [yes] How much traffic? It has no end date.
       *[no] For how long? The price is that of one proxy.
    }
buy-country =
    { $chosen }

    Which country? { $how }
list-country = Press a button, or type the name or the code.
list-place = Press a button, or type a part of the name or the code.
list-found = These fit “{ $search }”.
list-empty = I found nothing for “{ $search }”. Please type another one, or press a button.
list-page = { $page } of { $pages }
buy-quantity =
    { $chosen }

    How many proxies? { free }. Press a button, or type a number from 1 to { $most }.
buy-options =
    { $chosen }

    { $options }

    Change what you like, then go on. All of it can be changed later, too.
buy-option-button = { $value ->
    [rotating] New address each time
    [sticky] Keep the address
    [http] HTTP
    [socks5] SOCKS5
   *[both] Both
}
buy-minutes-button = Keep for { minutes }
buy-minutes = For how many minutes should an address be kept? Press a button, or type a number from 1 to { $most }.
option-session = { $session ->
    [sticky] Session: <b>an address is kept for { minutes }</b>
   *[rotating] Session: <b>a new address for each request</b>
}
option-protocol = Protocol: <b>{ protocol }</b>
option-addresses = Addresses: <b>{ $isExact ->
    [yes] { $count }
   *[no] at most { $count }
}</b>
bad-number = That is not a whole number from 1 to { $most }. Please type another one, such as 1.
press-button = Please press one of the buttons.
nothing-on-sale = Nothing is on sale at the moment. Please come back later.
no-addresses = No address fits all of this. Change the place, or set a part of it to any.
buy-cancelled = Cancelled. Nothing was bought.

## Offers, of a purchase and for an order

offer-price = Price: <b>{ $price }</b>
offer-coins = Coins: −{ $worth } for { coins }
offer-charged = To pay: <b>{ $charged }</b>
offer-missing = Your balance is { $balance }: { $missing } is missing.
buy-offer-left = Your balance is { $balance }, and { $left } after it.
buy-offer-earned = You earn { coins }.
buy-confirm = Buy for { $charged }
pay-with-coins = Pay with { coins }
pay-without-coins = Pay without coins
buy-bought = <b>Bought: order { $orderId }</b>
buy-paid = Paid: { $charged }{ $coins ->
    [0] {""}
   *[other] {" "}and { coins }
}
buy-balance = Balance: { $balance }
buy-earned = You have earned { coins }.
buy-failed = <b>Not bought:</b> { $chosen }
buy-done-already = You have bought this already: it is order { $orderId }. Nothing was charged again.
buy-old-offer = This offer is too old, or another one has replaced it. Nothing was charged now; begin anew with /buy.
buy-in-progress = This is still being carried out. I will tell you here how it ended; it is not bought twice.

extension = { $isTraffic ->
    [yes] { $volume } more for order { $orderId }
   *[no] Order { $orderId } for { $volume } more
}
order-offer-coins = Coins: { coins } off
order-offer-left = Your balance is { $balance }, and { $left } after it.
order-confirm = Pay { $charged }
order-paid = You paid { $charged }{ $coins ->
    [0] {""}
   *[other] {" "}and { coins }
}.
order-earned = You have earned { coins }.
order-renewed = <b>Order { $orderId } is renewed</b>{ $until }. { $paid }
order-traffic-added = <b>Order { $orderId } has more traffic:</b> { left }. { $paid }
order-not-extended = { $kind ->
    [renewal] <b>Order { $orderId } was not renewed.</b>
   *[traffic] <b>Order { $orderId } got no more traffic.</b>
}
order-done-already = This was done already for order { $orderId }. Nothing was charged again.
order-old-offer = This offer is too old, or another one has replaced it. Nothing was charged by this button; open the order again: /orders.
order-in-progress = This is still being carried out. I will tell you here how it ended; it is not charged twice.

## Access

access-line = Each line is host:port:login:password.
access-file-line = Each line of the file is host:port:login:password.
gateway-line = This is host:port:login:password.
gateway-sticky = Each port of { $host } from { $first } to { $last } keeps an exit address of its own for { minutes }: take another port for another address.
gateway-rotating = Each request goes out by a new address.
gateway-ports = HTTP is at port { $http } and SOCKS5 at port { $socks5 }.
gateway-try = To try it:

## Orders

order-heading = <b>Order { $orderId }</b>
orders =
    <b>Orders{ $status }: { $total }</b>{ $page }

    Choose one.
orders-none =
    <b>Orders</b>

    None here. /buy begins a purchase.
orders-page = page { $page } of { $pages }
orders-status = { $status ->
    [active] active
    [expired] ended
    [paused] paused
   *[exhausted] used up
}
order-status = { orders-status }
order =
    { $heading }
    { $what }

    State: { order-status }
    Bought: { $day } for { $price }
    { $end }
order-end = { $status ->
    [expired] Ended: { $end } UTC
   *[other] Ends: { $end } UTC
}
order-traffic =
    Used: { $used } of { $total }, { left }
    As of { $measuredAt } UTC
order-quantity = { proxies }
order-proxies =
    The proxies of order { $orderId }, as host:port:login:password:

    <pre>{ $lines }</pre>
order-proxies-file = { proxies } of order { $orderId }, as host:port:login:password.
order-how-much = How much traffic should order { $orderId } get?
order-how-long = For how long should order { $orderId } be renewed? The proxies stay the same; the term is added to the present one.{ $status ->
    [expired] {" "}That has ended: the new term may count from its end.
   *[other] {""}
}
order-gone = What order { $orderId } has is not sold any more, so nothing can be added to it. It works until its end.
line-format = Lines of order { $orderId }: in which format?
line-count = How many lines? Each has a port, and so an exit address, of its own. Choose, or type a number from 1 to { $most }.
bad-line-count = That is not a whole number from 1 to { $most }. Please type another one, such as 25.
order-lines =
    { lines } of order { $orderId }:

    <pre>{ $lines }</pre>
order-lines-file = { lines } of order { $orderId }.
bad-format = The settings of the order allow { protocol } only. Choose another format, or change the protocol in the settings.
password-sure = Give order { $orderId } a new password? The present one stops working at once, in all of your programs.
password-set = Order { $orderId } has a new password.
password-line =
    The access with the new password:

    <code>{ $line }</code>
password-done = This button has done its work, or is too old. Order { $orderId } shows what holds now: see its lines.
week =
    <b>Order { $orderId }: the last seven days</b> (UTC)

    <pre>{ $chart }</pre>
    In all { $amount } by { $connections ->
        [one] { $connections } connection
       *[other] { $connections } connections
    }.
provider-away = The provider does not answer. Please try again in a moment.

## Connection errors

errors-none = No connection of order { $orderId } was refused in the last seven days.
errors = <b>Connection errors of order { $orderId }</b>, the last seven days
# `$meaning` and `$advice` are what the service says, in English.
errors-finding =
    <b>{ $count } × { $code }</b>
    { $meaning } { $advice }
errors-more = And { $count ->
    [one] { $count } rarer reason
   *[other] { $count } rarer reasons
}.
errors-addresses = { $isExact ->
    [yes] {""}
   *[no] At most{" "}
}{ $count ->
    [one] { $count } exit address matches
   *[other] { $count } exit addresses match
} the settings.
# Buttons against errors.
loosening = { $setting ->
    [country] Any country
    [state] Any state
    [city] Any city
    [zip] Any ZIP code
    [asn] Any provider
    [excludeAsn] Exclude no provider
    [anonymous] Any address, anonymous or not
    [threads] More threads
    [protocol] Both protocols
    [blockedHosts] Block no host
    [allowedIps] Change allowed addresses
    [paused] Resume
   *[other] { setting }
}

## Settings

setting = { $setting ->
    [country] Country
    [state] State
    [city] City
    [zip] ZIP code
    [asn] Provider
    [anonymous] Anonymous addresses only
    [session] Session
    [stickyMinutes] Sticky minutes
    [protocol] Protocol
    [threads] Threads
    [excludeAsn] Excluded providers
    [allowedIps] Allowed addresses
    [blockedHosts] Blocked hosts
   *[paused] Paused
}
# What each takes, for who types it.
setting-taken = { $setting ->
    [country] Choose a country, or type its name or its code of two letters.
    [state] Press a button, or type a part of the name or the code.
    [city] Press a button, or type a part of the name or the code.
    [zip] Press a button, or type a part of the code.
    [asn] Press a button, or type a part of the name or the number.
    [session] Choose one.
    [protocol] Choose one.
    [stickyMinutes] For how many minutes a sticky line keeps its exit address. Choose, or type a whole number from 1 to 120.
    [threads] How many connections may be open at the same time. Choose, or type a whole number from 1 to 2,000.
    [allowedIps] Programs at these addresses need no password. Type up to 5 IP addresses such as 203.0.113.7, with spaces or commas between them; they replace the present ones.
    [blockedHosts] Nothing connects to these hosts and what is below them. Type up to 100 host names such as example.com, with spaces or commas between them; they replace the present ones.
   *[other] {""}
}
# What is wrong with a value, or with `$entry` of a list. `$message` is what the service says, in English.
setting-flaw = • { $message }.
protocol = { $protocol ->
    [http] HTTP
    [socks5] SOCKS5
   *[both] HTTP and SOCKS5
}
session = { $session ->
    [sticky] sticky: an address is kept for some minutes
   *[rotating] rotating: a new address for each request
}
yes-or-no = { $isSo ->
    [yes] yes
   *[no] no
}
none = none
settings =
    <b>Settings of order { $orderId }</b>

    { $lines }

    Choose one to change it. Changes are free.
setting-now =
    <b>{ setting }</b> of order { $orderId }

    Now: { $value }

    { $taken }
setting-change =
    { setting }
      now: { $before }
      then: <b>{ $after }</b>
needs-country = <b>{ setting }</b>: choose a country first. Its places are listed then.
places-fixed = This type is not sold any more, so the place of the order cannot be changed. It works as before.
setting-same = Nothing to change: { $line } already.
settings-applied = Done: order { $orderId } works with the new settings.
setting-refused = <b>{ setting }</b>: that does not work.
nothing-changed = Nothing was changed.
settings-not-changed = The provider did not accept the change, so the settings stay as they were. Please try again in a moment.

## Notices

notices =
    <b>Notices</b>

    I always tell you of a low balance, a top-up that arrived and money that went back. You choose the others: press one to switch it.
notice-button = { $about }: { $isOn ->
    [yes] on
   *[no] off
}
notice-switch-order_ends = An order ends within a day
notice-switch-traffic_used = Traffic at 80, 95 and 100 %

## What notices tell, by their kinds

notice-low_balance =
    <b>Your balance is low: { $balance }.</b>

    It has fallen below { $threshold }. /topup adds money to it, and /balance changes this limit.
notice-topped_up = <b>{ $amount } has arrived.</b> Your balance is { $balance }.
notice-refunded = <b>{ $amount } went back to your balance</b>, which is { $balance } now: something that you had paid for could not be delivered. /balance shows what it was.
notice-order_ends = <b>Order { $orderId } ends soon</b>: { $endsAt } UTC. Renewed, it keeps its proxies.
notice-traffic_used = { $percent ->
    [100] <b>The traffic of order { $orderId } is used up.</b> It works again as soon as traffic is added.
   *[other] <b>Order { $orderId } has used { $percent } % of its traffic.</b>
}

## To the operator's chat. `$operator` is how the operator's command is called.

alert-ledger = { $isGood ->
    [yes] <b>The ledger adds up again.</b>
   *[no] <b>The ledger does not add up.</b> See where:

    <code>{ $operator } ledger verify</code>, <code>--full</code>
}
alert-upstreams = { $isGood ->
    [yes] <b>What the upstreams have for us agrees with the books again.</b>
   *[no] <b>What the upstreams have for us differs from the books: { $detail }.</b> See what:

    <code>{ $operator } reconcile</code>
}
alert-payments =
    <b>{ $isOne ->
        [yes] A payment has come, or may have, and was
       *[no] Payments have come, or may have, and were
    } not credited:</b> { $detail }

    <code>{ $operator } payments list --state differing</code>
    <code>{ $operator } payments list --state unknown</code>
    <code>{ $operator } payment credit --help</code>
alert-refunds =
    <b>{ $isOne ->
        [yes] A payment was given back to its payer
       *[no] Payments were given back to their payers
    }, and not by this service:</b> { $detail }

    What was credited is off the balance, as far as that covered it. <code>uncoveredUsd</code> is what had been spent already, and is taken from what comes to the balance next:

    <code>{ $operator } payments list --state refunded</code>
alert-balance = { $isGood ->
    [yes] <b>Our balance at { $name } is enough again.</b> { $detail }
   *[no] <b>Our balance at { $name } is low{ $isDetailed ->
        [yes] : { $detail }
       *[no] {""}
    }.</b> What is bought there will fail, and the money be given back.
}
alert-key = { $isGood ->
    [yes] <b>{ $name } accepts our key again.</b>
   *[no] <b>{ $name } refuses our key.</b> Its orders cannot be renewed meanwhile; another account buys, if there is one.
}
alert-user = { $isGood ->
    [yes] <b>The key of { $name } is that of the user who bought there before.</b>
   *[no] <b>The key of { $name } is that of another user: { $detail }.</b> Nothing is bought or renewed there. Give the account its own key again, and the other user's key a name of its own.
}
alert-answers = { $isGood ->
    [yes] <b>{ $name } is back.</b>
   *[no] <b>{ $name } is down.</b> Nothing is charged for its work meanwhile.
}

## Why something is not done, by the kind or the code of the refusal

refusal = { $kind ->
    [out_of_stock] Not so many are in stock: { free }. Take fewer, or choose another country.
    [insufficient_balance] This costs { $required }, and your balance is { $balance }. Nothing was charged.
    [price_changed] The price has changed: it is { $price } now, and was { $maxPrice }. Nothing was charged.
    [coins_not_payable] At most { $payable ->
        [one] { $payable } coin
       *[other] { $payable } coins
    } can be spent here; nothing was charged.
    [reseller_disabled] Your account is disabled: { $reason }
    [too_many_keys] You have at most { $most } API keys. Replace the secret of one that you do not need any more: /keys.
    [secret_replaced] This secret was replaced already, and nothing was changed now. If you did that here, the new one is above. To replace it once more: /keys.
    [too_many_payments] { $most } of your invoices are open. Pay one of them, or wait until one has expired.
    [key_not_found] You have no such key. Open the list again: /keys.
    [order_not_found] You have no such order. Open the list again: /orders.
    [not_luxury] This is no Luxury order: it has no traffic, settings or lines.
    [not_renewable] This order cannot be renewed any more: buy a new one.
    [unknown_product] This is not on sale any more. Begin anew: /buy.
    [invalid_period] This is not sold for that period any more. Begin anew: /buy.
    [invalid_quantity] One order does not take so many.
    [invalid_country] There are no such proxies in this country. Choose another one.
    [invalid_option] These settings do not go together. Choose the place again.
    [provider_error] The provider could not do this, and nothing stays charged. Please try again in a moment.
    [request_in_progress] What was asked for before is still being carried out. Please press again in a moment.
   *[other] { $message }
}
