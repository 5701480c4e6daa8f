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

## The list of orders

list-title = Orders
list-buy = Buy proxies
list-not-selected = Nothing more is selected. { $why }
list-empty = No orders yet
list-empty-text = What you buy here, over the API or in the chat bot is listed here.
list-buy-first = Buy the first proxy
list-no-match = No order matches
list-no-match-text = None of your orders meets all filters. Check the number, or loosen a filter.
list-pages = Pages of the list
list-page = Page { $page } of { $pages }
list-first = First
list-previous = Previous
list-next = Next
list-selected-orders = Selected orders
list-select-page = Select all of this page
# After a number.
list-selected = {" "}selected
list-renew = Renew
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
filter-number = Order number
filter-number-begins = Begins with…

## The file of selected orders

export-title = Export { orders }
export-copy = Copy
export-download = Download
export-saved = Saved { proxies }.
export-copied = Copied { proxies }.
export-not-copied = The browser did not allow copying. Download the file instead.
export-format = Format
export-text = Text, a line for each proxy
export-table = With the order, its product, country and end
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
renew-stop = Stop
renew-pay = Renew { $count } for { $price }
renew-pay-rest = Renew the other { $count } for { $price }
renew-none = None of these orders can be renewed.
renew-add = Add
renew-orders = Orders to renew
renew-balance = Balance
renew-balance-now = Balance now
renew-total = Total
renew-still = Still to renew
renew-not-covered = The balance does not cover all of them: what it does not cover is refused and not charged.
renew-stop-at-refusal = Stop at the first one that is refused
renew-progress = Orders that are done
renew-done = { $done } of { $count } renewed for { $price }{ $failed ->
    [0] {""}
   *[other] , { $failed } not
}
renew-unsure = An earlier renewal has no answer: it is asked for, and charged once.
renew-until = Until { $end }
renew-renewed-until = Renewed until { $end }
renew-unknown = No answer came. { $reason } It is charged once at the most.
renew-luxury = It ends with its traffic. Add traffic on its page.
renew-impossible = It can no longer be renewed. Buy a new one instead.
renew-not-sold = { $days ->
    [0] It is not sold for any term now.
   *[other] It is not sold for { days } now.
}

## The overview

overview-title = Overview
# Where money is added is a text of its own, such as "in the chat bot by /topup".
overview-top-up = Top up { $where }. It shows here at once.
overview-balance = Balance
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
overview-order = Order { $id }, { $country ->
    [ANY] any country
   *[other] { $country }
}{ $count ->
    [1] {""}
   *[other] , { proxies }
}
overview-ends = Ends { $time }
overview-renew = Renew…
overview-renew-order = Renew order { $id }
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
