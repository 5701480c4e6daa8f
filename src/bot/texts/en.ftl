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
seconds = { $seconds ->
    [one] { $seconds } second
   *[other] { $seconds } seconds
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
addresses = { $count ->
    [one] { $count } IP
   *[other] { $count } IPs
}
movements = { $count ->
    [one] { $count } transaction
   *[other] { $count } transactions
}
until = until { $day }
left = { $amount } left
any = any
any-country = any country

## The menu of commands in Telegram, and their buttons under the greeting

command-buy = Buy proxies
command-orders = Your orders
command-renewals = What renews itself this week
command-balance = Balance and statement
command-topup = Top up the balance
command-keys = API access
command-console = Sign in to the console
command-invite = Invite friends and earn coins
command-notices = Notification settings
command-language = Language
command-help = What this bot does

menu-buy = Buy proxies
menu-orders = Orders
menu-renewals = Renewals
menu-balance = Balance
menu-topup = Top up
menu-keys = API access
menu-console = Console
menu-invite = Invite friends
menu-notices = Notifications
menu-language = Language
menu-help = Help

## Buttons

button-pay = Pay
button-open-chat = Open a private chat
button-threshold = Low-balance limit
button-statement = Statement (CSV)
button-statement-older = Earlier transactions (CSV)
button-back = « Back
button-cancel = Cancel
button-again = Try again
button-other-amount = Another amount
button-check-balance = Check balance
button-next = Continue »
button-apply = Apply
button-any = Any
button-none = Clear the list
button-any-country = Any country
button-sticky = Sticky
button-rotating = Rotating
button-new-key = New key
button-new-list = Proxy list by link
button-no-name = Without a name
button-reissue = Reissue key
button-disable = Disable
button-enable = Enable
button-networks = Allowed networks
button-end-session = Not me: end this session
button-any-network = Any network
button-delete-key = Delete key
button-delete-key-sure = Yes, delete it
button-sure = Yes, reissue it
button-reissue-overlap = Reissue, keep the old one 24 h
button-delete-secret = Saved: delete this message
button-proxies = Proxies
button-access = Access details
button-same-again = Buy the same again
button-renew = Renew
button-add-traffic = Add traffic
button-settings = Settings
button-lines = Proxy list
button-new-password = New password
button-week = Last 7 days
button-errors = Connection errors
button-check = Do they work?
button-protocol = Change protocol
button-auto-renewal = Auto-renewal
button-auto-renewal-off = Switch it off
button-written = Label and note
button-erase = Erase it
button-pause = Pause
button-resume = Resume
button-password-sure = Yes, set a new password
button-newer = ‹ Newer
button-older = Older ›
button-all = All

## Beginning

welcome =
    <b>Welcome, { $name }!</b>

    Your account is ready. Top up your balance and buy proxies right here, or create an API key for your programs, or sign in to the console in a browser.
welcome-back = <b>Hello, { $name }.</b> What would you like to do?
linked = You now manage the account <b>{ $reseller }</b>.
linked-instead = You now manage the account <b>{ $reseller }</b>. Your previous account, number { $beforeId }, is kept: { support } can give you access to it again.
old-link = This link has already been used or has expired. Ask { support } for a new one.
start-first = Send /start first to get an account.
help =
    <b>What this bot does</b>

    /buy – buy proxies
    /orders – your orders: proxies, renewal, traffic, settings
    /renewals – which orders renew themselves in the next 7 days
    /balance – your balance, the low-balance limit, your statement
    /topup – top up with Telegram Stars or Crypto Pay
    /keys – API keys for your programs
    /console – a link to sign in to the console in a browser
    /invite – your invitation link, which earns you coins
    /notices – which notifications you get
    /language – English or Russian

    To find something of yours, just type it: an order number, a proxy or its login, a payment reference, the beginning of a key.

    The bot answers in private chats only.{ $support ->
        [none] {""}
       *[other] {" "}Questions? Write to { $support }.
    }
search-none =
    Nothing found for “{ $text }”. You can search for:

    – an order number, such as 7, or the beginning of its label
    – a proxy’s IP, with or without the port, or its whole line
    – a proxy’s login, among your 1,000 newest orders that have not expired
    – a payment reference from your statement
    – the beginning of an API key, such as prk_

    See what else I can do: /help.
search-found =
    <b>Found for “{ $text }”</b>

    { $lines }
unknown = I did not understand that. See what I can do: /help.
text-only = I understand only text and buttons. See what I can do: /help.
private-only = I work in private chats only and do not answer in groups. Please write to me in a private chat.
edited = I do not see edited messages. Please send it as a new message.
old-button = This button no longer works. Please start again: /help.
slow-down = Too many messages: I take up to 30 a minute. I have not taken this one, and will not take others for { seconds }. Please send it again after that.
slow-down-press = Too many presses: I take up to 30 a minute. Please press again in { seconds }.
busy-press = I am still busy with what you sent before. Please press again in a moment.
failed = Something went wrong on our side. Please try again. If it happens again, write to { support }.
# `$support` is what the operator has set, or none.
support = { $support ->
    [none] support
   *[other] support ({ $support })
}

## Account

language = Choose your language.
language-set = I will write in English from now on.
console =
    <a href="{ $link }">Sign in to the console</a>

    The link works once and expires in { minutes }. Do not share it: it gives access to your account.

    { $link }
session-confirmed =
    <b>Confirmed.</b> For { minutes }, API keys and passkeys can be changed in this browser: { $where }.

    Go back to the page; it continues by itself.
session-ended = That session has ended, and unused sign-in links no longer work.
invite =
    Share your link: when someone starts this bot with it, you get <b>{ $percent }%</b> of everything they pay here in coins. Each coin takes $0.01 off your purchases here.

    { $people ->
        [0] Nobody has come by it yet.
        [one] { $people } person has come by it, and you have earned { coins }.
       *[other] { $people } people have come by it, and you have earned { coins }.
    }

    { $link }

## Balance

balance =
    <b>Balance: { $balance }</b>
    Coins: { $coins }. Each takes $0.01 off your purchases here.
    { $isWarned ->
        [yes] I will let you know when the balance falls below { $threshold }.
       *[no] Low-balance notifications are off.
    }

    { $isEmpty ->
        [yes] No transactions yet.
       *[no] <b>Latest transactions</b>
    }
    { $movements }
threshold =
    I will let you know when your balance falls below the limit. It is now <b>${ $dollars }</b>; 0 turns the notifications off.

    Choose a limit, or type a whole number of dollars from 0 to 1,000,000.
bad-threshold = Please type a whole number from 0 to 1,000,000, digits only, such as 25 or 1000.
statement-caption = { $part ->
    [more] Your statement, one file of several: { movements }. Get the transactions before these with the button.
    [last] Your statement, the last file: { movements }. There are none before these.
   *[whole] Your statement: { movements }.
}
statement-time = Time (UTC)
statement-what = Description
statement-amount = Amount, USD
statement-balance = Balance after, USD
statement-reference = Reference
# What a movement of the balance was for.
movement = { $kind ->
    [top_up] Top-up
    [payment_returned] Top-up refunded to the payer
    [payment_kept] Top-up refund failed, money back on the balance
    [adjustment] Adjustment: { $reason }
    [refund] Refund, not delivered: { $subject }
    [refund_alone] Refund
    [operation_refund] Refund: { $subject }. { $reason }
    [operation_refund_alone] Refund of a charge. { $reason }
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
money-back = Refunded: { $charged }{ $coins ->
    [0] {""}
   *[other] {" "}and { coins }
}. Your balance is { $balance }.

## Keys

keys =
    <b>API keys</b>

    { $keys }

    { $part }Choose a key to change it.
proxy-list-name = Chat
proxy-list =
    The address of your proxy list “{ $name }”, shown only once:

    <code>{ $url }</code>

    Programs load all your active proxies from it without a key, so share it with nobody. ?format=csv and ?format=json are other formats. It is revoked in the console: /console.
keys-none = You have no API keys yet. Your programs need one: create it here.
keys-part = These are the latest { $newest } of { $count }.
key-any-network = any network
key-networks-more = and { $count } more
key-disabled = disabled
key-used = last used { $day }
key-never-used = never used
key-name = What should the key be called? Type a name of up to 50 characters, such as the program that will use it.
bad-key-name = A name has 1 to 50 characters, without those that change the direction of text. Please type another one.
key =
    <b>API key <code>{ $prefix }…</code></b> { $name }

    Status: { $isDisabled ->
        [yes] disabled
       *[no] active
    }
    Allowed networks: { $isOpen ->
        [yes] any
       *[no] { $networks }
    }
    Created: { $createdAt } UTC
    Issued: { $issuedAt } UTC{ $oldSecret }
    Last used: { $isUsed ->
        [yes] { $usedAt } UTC{ $isPlaceKnown ->
            [yes] {" "}from { $usedFrom }
           *[no] {""}
        }
       *[no] never
    }
key-old-secret = Old key: <code>{ $prefix }…</code> works until { $until } UTC
# Below the API keys and the link to the console.
api-prices = Programs and the console pay { $percent ->
    [0] API prices, which differ from those in this chat.
   *[other] API prices: up to { $percent }% less than in this chat.
}
secret =
    Your API key, shown only once:

    <code>{ $apiKey }</code>

    Save it now, then delete this message: anyone who reads it can spend your balance.
# Instead of a message that Telegram does not delete.
emptied = The key or password that was here has been removed. Telegram does not let bots delete messages older than 48 hours.
not-deleted = Telegram does not let me delete or change that message. Please delete it yourself: anyone who reads the key or password in it can use it.
reissue-sure = Reissue the key <code>{ $prefix }…</code>? The current one stops working at once, or in 24 hours if you choose so.
delete-key-sure =
    Delete the key <code>{ $prefix }…</code>{ $name }? It stops working at once, along with the frontend tokens it has made, and cannot be restored.

    Your orders and balance stay as they are. To stop a key for a while, disable it instead.
networks =
    Which networks can use the key <code>{ $prefix }…</code>? Now: { $isOpen ->
        [yes] any network
       *[no] { $networks }
    }.

    Type IP addresses or networks, such as 203.0.113.7 or 2001:db8::/32, separated by spaces or commas.
bad-networks =
    { $areTooMany ->
        [yes] A key can have up to 100 networks.
       *[no] This is not accepted: { $wrong }.
    } Nothing was changed.

    Type IP addresses, or networks by their first address, such as 203.0.113.0/24 or 2001:db8::/32, separated by spaces or commas.

## Top-up

top-up =
    <b>How much do you want to add to your balance?</b>

    Choose an amount, or type one in US dollars from 1 to 10,000, such as 75 or 12.50.
bad-amount = Please type an amount in US dollars from 1 to 10000, with at most two decimals and without separators of thousands, such as 75, 12.50 or 1000.
no-payments = Top-ups are not available here at the moment. Please contact { support }.
choose-method = <b>{ $amount }</b> will be added to your balance. How do you want to pay?
pay-by-stars = Telegram Stars: { stars }
pay-by-crypto = Crypto Pay
top-up-by-stars = Top up { $amount }: { stars }
top-up-by-crypto = Top up { $amount }: Crypto Pay
too-many-stars = Telegram accepts up to { $most } in Stars at a time. For a larger amount, pay several times.
invoice-title = Top-up: { $amount }
invoice-description = Adds { $amount } to your balance. Pay by { $until } UTC.
invoice-label = Top-up { $amount }
invoice-coming = Your invoice for <b>{ $amount }</b> is on its way.
invoice =
    <b>Invoice for { $amount }</b>

    Pay it by { $until } UTC. I will let you know when the money arrives.
no-invoice = { $provider ->
    [stars] Telegram did not accept the invoice for { $amount } in Stars, so it cannot be paid. Nothing was charged. Start again: /topup.
   *[crypto_pay] Crypto Pay did not create the invoice for { $amount }. Nothing was charged. Try again: /topup.
}
credited = <b>{ $amount }</b> was added to your balance. You now have { $balance }: /balance.
credited-next = You can now pay for what you have chosen:
# To whom pays for an account that is not theirs any more.
credited-elsewhere = Your payment was added to the account that the invoice was issued for. You have another account here now.
payment-refunded = <b>Your payment for { $amount } was refunded</b>{ $stars ->
    [0] {""}
   *[other] : { stars }
}. { $isCovered ->
    [yes] What it had added was taken off your balance.
   *[no] Your balance did not cover { $uncovered } of what it had added: this will be taken from the next money you receive. The rest was taken off.
}
uncredited = Your payment has arrived, but it does not match the invoice, so nothing was added to your balance. The payment is not lost, and { support } already knows about it.
checkout-refused = { $reason ->
    [unknown] This invoice does not exist. Get a new one: /topup.
    [paid] This invoice is already paid. Get a new one: /topup.
    [expired] This invoice has expired. Get a new one: /topup.
    [differing] The amount of this invoice is wrong. Get a new one: /topup.
    [of_another] This invoice was issued to another person or account. Get your own: /topup.
   *[failed] Something went wrong on our side. Nothing was charged. Please try again.
}

## Buying

buy-tier = <b>What would you like to buy?</b>
buy-tier-button = Buy { $name }
buy-type =
    <b>Which proxies?</b>

    { $types }
type-line = <b>{ $name }</b>: { $description }
buy-type-button = { $name }, from { $price }
buy-period =
    { $chosen }

    { $isTraffic ->
        [yes] How much traffic? It does not expire.
       *[no] For how long? Prices are per proxy.
    }
buy-country =
    { $chosen }

    Which country? { $how }
list-country = Choose one, or type a name or a code.
list-place = Choose one, or type part of a name or code.
list-found = Results for “{ $search }”:
list-empty = Nothing found for “{ $search }”. Please type something else, or choose from the list.
list-page = { $page } of { $pages }
buy-quantity =
    { $chosen }

    How many proxies? In stock: { $available }. Choose, or type a number from 1 to { $most }.
buy-watch-button = { $isWatched ->
    [yes] Do not tell me of this stock
   *[no] Tell me when fewer than { $below } are left
}
buy-options =
    { $chosen }

    { $options }

    Change what you need and continue. You can change all of this later, too.
buy-option-button = { $value ->
    [rotating] { button-rotating }
    [sticky] { button-sticky }
    [http] HTTP
    [socks5] SOCKS5
   *[both] Both
}
buy-minutes-button = Keep the IP for { minutes }
buy-minutes = For how many minutes should a sticky session keep its IP? Choose, or type a number from 1 to { $most }.
option-session = { $session ->
    [sticky] Session: <b>sticky, the same IP for { minutes }</b>
   *[rotating] Session: <b>rotating, a new IP for each request</b>
}
option-protocol = Protocol: <b>{ protocol }</b>
option-addresses = IPs available: <b>{ $isExact ->
    [yes] { $count }
   *[no] up to { $count }
}</b>
bad-number = Please type a whole number from 1 to { $most }, such as 1.
press-button = Please choose one of the buttons.
nothing-on-sale = Nothing is for sale at the moment. Please come back later.
no-addresses = No IPs match these options. Choose another location, or set part of it to “{ button-any }”.
buy-cancelled = Cancelled. Nothing was bought.

## Offers, of a purchase and for an order

offer-price = Price: <b>{ $price }</b>
offer-coins = Coins: −{ $worth } ({ coins })
offer-charged = To pay: <b>{ $charged }</b>
offer-missing = Balance: { $balance }. You need { $missing } more.
offer-left = Balance: { $balance }, after this { $kind ->
    [purchase] purchase
   *[other] payment
}: { $left }
offer-earned = You will earn { coins }.
offer-elsewhere = In the console and by API: { $price }
offer-confirm = { $kind ->
    [purchase] Buy for { $charged }
   *[other] Pay { $charged }
}
pay-with-coins = Use { coins }
pay-with-some-coins = Another number of coins
pay-without-coins = Do not use coins
how-many-coins = How many coins do you want to use? Type a whole number from 1 to { $most }.
buy-bought = <b>Order { $orderId } is ready</b>
buy-paid = Paid: { $charged }{ $coins ->
    [0] {""}
   *[other] {" "}and { coins }
}
buy-balance = Balance: { $balance }
buy-earned = You earned { coins }.
buy-failed = <b>Not purchased:</b> { $chosen }
offer-done-already = { $kind ->
    [purchase] You have already bought this: order { $orderId }.
   *[other] This has already been done for order { $orderId }.
} Nothing was charged again.
old-offer = This offer has expired or was replaced by another one. Nothing was charged now. Buy proxies: /buy. Renew them or add traffic: /orders.
offer-in-progress = { $kind ->
    [purchase] Your purchase is still in progress.
   *[other] This is still in progress.
} I will send you the result here. You will not be charged twice.

extension = { $isTraffic ->
    [yes] Add { $volume } to order { $orderId }
   *[no] Renew order { $orderId } for { $volume }
}
order-paid = { buy-paid }.
order-renewed = <b>Order { $orderId } has been renewed</b>{ $until }. { $paid }
order-traffic-added = <b>Traffic was added to order { $orderId }:</b> { left }. { $paid }
order-not-extended = { $kind ->
    [renewal] <b>Order { $orderId } was not renewed.</b>
   *[traffic] <b>No traffic was added to order { $orderId }.</b>
}

## Access

access-line = Format: host:port:login:password.
access-file-line = Format: host:port:login:password, one proxy per line.
gateway-sticky = Each port of { $host } from { $first } to { $last } keeps its own IP for { minutes }: to get another IP, use another port.
gateway-rotating = Each request goes out from a new IP.
gateway-ports = HTTP: port { $http }, SOCKS5: port { $socks5 }.
gateway-try = Try it:

## Orders

order-heading = <b>Order { $orderId }</b>
orders =
    <b>Orders{ $status }: { $total }</b>{ $page }

    Choose an order.
orders-none =
    <b>Orders</b>

    No orders here. Buy proxies: /buy.
orders-page = page { $page } of { $pages }
orders-status = { $status ->
    [active] active
    [expired] expired
    [paused] paused
   *[exhausted] out of traffic
}
order-status = { orders-status }
order =
    { $heading }
    { $what }

    Status: { order-status }
    Bought: { $day } for { $price }
    { $end }
order-end = { $status ->
    [expired] Expired: { $end } UTC
   *[other] Expires: { $end } UTC
}
order-traffic =
    Used: { $used } of { $total }, { left }
    Updated: { $measuredAt } UTC
annotation = { $name ->
    [label] Label
    [note] Note
   *[customer] Customer
}
annotation-line = { annotation }: { $text }
annotations = What you write on order { $orderId } is for you alone, and you can search for the label.
annotation-ask = { $name ->
    [label] What do you call order { $orderId }?
    [note] What do you want to note of order { $orderId }? It may have several lines.
   *[customer] For whom is order { $orderId }? Type your own name or number for them.
} Up to { $most } characters.
annotation-refused = { $name ->
    [note] A note
    [label] A label, on one line,
   *[customer] A customer, on one line,
} has up to { $most } characters, without those that change the direction of text. Please type another one.
check-line = { $address }: { $works ->
    [true] works
    [false] does not work
   *[null] not known yet, ask again in a minute
}
protocol-sure = Which protocol are the proxies of order { $orderId } to speak from now on? It is free. Programs need the new ports then, which are under “{ button-proxies }”; logins and passwords stay.
order-proxies = Order { $orderId }, as host:port:login:password:
order-proxies-file = Order { $orderId }: { proxies }, as host:port:login:password.
order-how-much = How much traffic do you want to add to order { $orderId }?
order-how-long = For how long do you want to renew order { $orderId }? The proxies stay the same, and the new period is added to the current one.{ $status ->
    [expired] {" "}It has already ended: the new period may count from that end.
   *[other] {""}
}
order-gone = Proxies like those of order { $orderId } are no longer sold, so nothing can be added to it. It works until it ends.
auto-renewal-on = Renews itself for { $volume }, for at most { $most }{ $until }.
auto-renewal-off = It does not renew itself.
auto-renewal = For how long is it to renew itself each time? The price on the button is then the most that I pay for the whole order: if it rises, the order is not renewed, and I tell you. It is tried 48, 24, 6 and 1 hours before the end, and once after it.
renewals = <b>Renewals of the next 7 days</b> (UTC)
renewals-day = { $day }: { $count ->
    [one] { $count } order
   *[other] { $count } orders
}, { $total }, balance { $balance }
renewals-covered = { $until ->
    [all] Your balance covers all of this.
    [none] Your balance does not cover today’s renewals. Top up: /topup.
   *[other] Your balance covers this until { $until }. Top up in time: /topup.
}
renewals-none = No order renews itself in these days. Switch it on on the page of an order: /orders.
renewals-lost = <b>Order { $orderId } ends</b> { $end }: { renewal-why }
renewals-more = And { $count } more.
line-format = Proxy list of order { $orderId }: which format?
line-count = How many proxies do you need in the list? Each has its own port and its own IP. Choose, or type a number from 1 to { $most }.
bad-line-count = Please type a whole number from 1 to { $most }, such as 25.
order-lines = Order { $orderId }, { proxies }:
bad-format = The order allows only { protocol }. Choose another format, or change the protocol in the settings.
password-sure = Set a new password for order { $orderId }? The current one stops working at once in all your programs.
password-set = Order { $orderId } has a new password.
password-line =
    Access details with the new password:

    <code>{ $line }</code>
password-done = This button has already been used or has expired. The current password of order { $orderId } is under “{ button-access }”.
week =
    <b>Order { $orderId }: last 7 days</b> (UTC)

    <pre>{ $chart }</pre>
    Total: { $amount }, { $connections ->
        [one] { $connections } connection
       *[other] { $connections } connections
    }.
provider-away = The proxy provider is not answering. Please try again in a moment.

## Connection errors

errors-none = No connections of order { $orderId } were refused in the last 7 days.
errors = <b>Connection errors of order { $orderId }</b>, last 7 days
# `$meaning` and `$advice` are what the service says, in English.
errors-finding =
    <b>{ $count } × { $code }</b>
    { $meaning } { $advice }
errors-more = And { $count ->
    [one] { $count } less frequent reason
   *[other] { $count } less frequent reasons
}.
errors-addresses = IPs that match the settings: { $isExact ->
    [yes] {""}
   *[no] up to{" "}
}{ $count }.
# Buttons against errors.
loosening = { $setting ->
    [country] Any country
    [state] Any state
    [city] Any city
    [zip] Any ZIP code
    [asn] Any internet provider
    [excludeAsn] Allow all internet providers
    [anonymous] Not only anonymous IPs
    [threads] More threads
    [protocol] Both protocols
    [blockedHosts] Unblock all sites
    [allowedIps] Change allowed IPs
    [paused] { button-resume }
   *[other] { setting }
}

## Settings

setting = { $setting ->
    [country] Country
    [state] State
    [city] City
    [zip] ZIP code
    [asn] Internet provider
    [anonymous] Anonymous IPs only
    [session] Session
    [stickyMinutes] Sticky session, min
    [protocol] Protocol
    [threads] Threads
    [excludeAsn] Excluded internet providers
    [allowedIps] Allowed IPs
    [blockedHosts] Blocked sites
   *[paused] Paused
}
# What each takes, for who types it.
setting-taken = { $setting ->
    [country] Choose a country, or type its name or two-letter code.
    [state] Choose one, or type part of a name or code.
    [city] Choose one, or type part of a name or code.
    [zip] Choose one, or type part of a code.
    [asn] Choose one, or type part of a name or number.
    [session] Choose one.
    [protocol] Choose one.
    [stickyMinutes] How many minutes a sticky session keeps its IP. Choose, or type a whole number from 1 to 120.
    [threads] How many connections can be open at the same time. Choose, or type a whole number from 1 to 2,000.
    [allowedIps] Programs at these IPs need no password. Type up to 5 IP addresses, such as 203.0.113.7, separated by spaces or commas; they replace the current ones.
    [blockedHosts] Nothing connects to these sites and their subdomains. Type up to 100 names, such as example.com, separated by spaces or commas; they replace the current ones.
   *[other] {""}
}
# What is wrong with a value, or with `$entry` of a list.
setting-flaw = • { $entry }{ $setting ->
    [country] no IPs in this country at the moment
    [stickyMinutes] must be a whole number from 1 to 120
    [threads] must be a whole number from 1 to 2,000
    [allowedIps] must be a single IP address, not a network, at most 5 of them, and none that another order has
    [blockedHosts] must be a site name without scheme, port or path, at most 100 of them
   *[other] there is no such value
}.
protocol = { $protocol ->
    [http] HTTP
    [socks5] SOCKS5
   *[both] HTTP and SOCKS5
}
session = { $session ->
    [sticky] sticky: the same IP for several minutes
   *[rotating] rotating: a new IP for each request
}
yes-or-no = { $isSo ->
    [yes] yes
   *[no] no
}
none = none
settings =
    <b>Settings of order { $orderId }</b>

    { $lines }

    Choose what to change. Changes are free.
setting-now =
    <b>{ setting }</b>, order { $orderId }

    Now: { $value }

    { $taken }
setting-change =
    { setting }
      now: { $before }
      new: <b>{ $after }</b>
needs-country = <b>{ setting }</b>: choose a country first, then you will see the list.
places-fixed = Such proxies are no longer sold, so the location cannot be changed. The order works as before.
setting-same = This is already set. { $line }
settings-applied = { $change ->
    [paused] Order { $orderId } is paused: its proxies refuse connections until you resume it.
    [resumed] Order { $orderId } is no longer paused.
   *[other] Done: order { $orderId } now uses the new settings.
}
setting-refused = <b>{ setting }</b>: this value is not accepted.
nothing-changed = Nothing was changed.
settings-not-changed = The proxy provider did not accept the change, so the settings stay as they were. Please try again in a moment.

## Notices

notices =
    <b>Notifications</b>

    I always let you know about a low balance, top-ups and refunds. The rest is up to you: tap to turn one on or off.
notice-button = { $about }: { $isOn ->
    [yes] on
   *[no] off
}
notice-switch-order_ends = An order expires or is not renewed
notice-switch-renewed = An order has renewed itself
notice-switch-forecast = On Mondays, the renewals of the week
notice-switch-traffic_used = Traffic at 80, 95 and 100%

## What people are told of by itself

notice-low_balance =
    <b>Your balance is low: { $balance }.</b>

    It is now below { $threshold }. Top up: /topup. Change the limit: /balance.
notice-topped_up = <b>You received { $amount }.</b> Your balance is { $balance }.
notice-refunded = <b>Refund: { $amount }.</b> Your balance is { $balance }. Something you had paid for could not be delivered. Details: /balance.
notice-order_ends = <b>Order { $orderId } expires soon</b>: { $endsAt } UTC. { $way ->
    [itself] It is set to renew itself, which is tried again before that.
    [yes] If you renew it, the proxies stay the same.
   *[no] It cannot be renewed, but you can buy the same again.
}
notice-renewed = <b>Order { $orderId } has renewed itself</b> until { $endsAt } UTC. Paid: { $amount }.
notice-renewal_refused =
    <b>Order { $orderId } did not renew itself:</b> { renewal-why }

    It ends: { $endsAt } UTC. { $isLast ->
        [yes] It is not tried again before that.
       *[no] The next try: { $next } UTC.
    }
# Why an order does not renew itself, and what to do; `$message` is what the service says, in English.
renewal-why = { $code ->
    [insufficient_balance] the balance does not cover it. Top up: /topup.
    [price_changed] the price is above the most that you allow. Allow more on the page of the order, or renew it yourself.
    [spending_limit_reached] your spending limit is reached. Raise it: /console, or renew the order yourself.
    [until_reached] the last day that you have set is reached. Change it: /console, or renew the order yourself.
    [not_renewable] it can no longer be renewed. Buy a new one: /buy.
    [unknown_product] such proxies are not sold at the moment. Buy others: /buy.
    [invalid_period] that period is no longer sold. Choose another one on the page of the order.
    [provider_error] the proxy provider could not do it, and you keep your money.
   *[other] { $message }
}
notice-traffic_used = { $percent ->
    [100] <b>Order { $orderId } is out of traffic.</b> It works again as soon as you add some.
   *[other] <b>Order { $orderId } has used { $percent }% of its traffic.</b>
}
notice-stock = <b>{ $product }, { $country }: { $available } left.</b> { $isLow ->
    [yes] That is fewer than { $below }.
   *[no] Again at least { $below }.
}
notice-webhook_disabled =
    <b>Your webhook was switched off:</b> { $url }

    { $reason ->
        [gone] It answered 410 Gone.
        [operator] This was done by { support }, who can switch it on again.
       *[other] Nothing could be delivered for five days.
    }{ $reason ->
        [operator] {""}
       *[other] {" "}Once it takes events again, switch it on in the console: /console. What it has missed can be sent from there.
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
        [yes] A payment was refunded to its payer
       *[no] Payments were refunded to their payers
    }, and not by this service:</b> { $detail }

    What was credited is off the balance, as far as that covered it. <code>uncoveredUsd</code> is what had been spent already, and is taken from what comes to the balance next:

    <code>{ $operator } payments list --state refunded</code>
alert-balance = { $isGood ->
    [yes] <b>Our balance at { $name } is enough again.</b> { $detail }
   *[no] <b>Our balance at { $name } is low{ $isDetailed ->
        [yes] : { $detail }
       *[no] {""}
    }.</b> Purchases there will fail and be refunded.
}
alert-key = { $isGood ->
    [yes] <b>{ $name } accepts our key again.</b>
   *[no] <b>{ $name } does not accept our key.</b> Its orders cannot be renewed for now; purchases go through another account, if there is one.
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
    [out_of_stock] Not enough in stock: { $available } available. Take fewer, or choose another country.
    [insufficient_balance] This costs { $required }, and your balance is { $balance }. Nothing was charged.
    [price_changed] The price has changed: it is now { $price }, and was { $maxPrice }. Nothing was charged.
    [coins_not_payable] You can use at most { $payable ->
        [one] { $payable } coin
       *[other] { $payable } coins
    } here. Nothing was charged.
    [reseller_disabled] Your account is disabled: { $reason }{ $support ->
        [none] {""}
       *[other] {" "}Questions? Write to { $support }.
    }
    [too_many_keys] You can have up to { $most } API keys. Delete one that you no longer need: /keys.
    [secret_replaced] This key has already been reissued, and nothing was changed now. If you did that here, the new key is above. To reissue it again: /keys.
    [too_many_payments] You have { $most ->
        [one] { $most } unpaid invoice
       *[other] { $most } unpaid invoices
    }. Pay one of them, or wait until one expires.
    [session_not_found] There is no such session in your account; it may have ended. Sign in again: /console.
    [key_not_found] You have no such key. Open the list again: /keys.
    [order_not_found] You have no such order. Open the list again: /orders.
    [not_luxury] This is not a Luxury order: it has no traffic, settings or proxy list.
    [not_changeable] { $reason ->
        [luxury] The protocol of this order is in its settings.
       *[ended] This order has ended: renew it first, or buy a new one: /buy.
    }
    [not_renewable] This order can no longer be renewed. Buy a new one: /buy.
    [unknown_product] This is no longer sold. Start again: /buy.
    [invalid_period] This is no longer sold for that period. Start again: /buy.
    [invalid_quantity] That is too many for one order.
    [invalid_country] There are no such proxies in this country. Choose another one.
    [invalid_option] These settings cannot be combined. Choose the location again.
    [provider_error] The proxy provider could not do this, and you keep your money. Please try again in a moment; if it goes on, write to { support }.
    [request_in_progress] Your previous request is still in progress. Please try again in a moment.
   *[other] { $message }
}
