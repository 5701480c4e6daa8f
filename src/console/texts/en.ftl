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

## Access

access-title = Access
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
access-again-why = You signed in more than 15 minutes ago. Keys and passkeys are changed only soon after a sign-in, so that nobody can take over an open browser.
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
key-change = Change
key-change-named = Change { $name } { $prefix }
key-reissue = Issue a new secret
key-edit = Edit name and networks
key-enable = Enable
key-disable = Disable
key-delete = Delete
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
key-save = Save
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
token-show-all = Show all { $count }
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
token-find-hint = By its number, a proxy’s address or a login. The newest active ones are listed.
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
    [createFrontendToken] Create frontend token
    [createKey] Create key
    [deleteKey] Delete key
    [endOtherSessions] End other sessions
    [endSession] End session
    [finishPasskeyRegistration] Finish passkey registration
    [finishPasskeySignIn] Finish passkey sign in
    [purchase] Purchase
    [reissueKey] Reissue key
    [removePasskey] Remove passkey
    [renew] Renew
    [resetPassword] Reset password
    [revokeFrontendTokens] Revoke frontend tokens
    [signIn] Sign in
    [signOut] Sign out
    [startPasskeyRegistration] Start passkey registration
    [startPasskeySignIn] Start passkey sign in
    [updateKey] Update key
    [updateSettings] Update settings
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

statement-title = Statement
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
statement-all-orders = All orders
statement-no-number = Type the number of an order.
statement-product = Product
statement-country = Country
statement-time = Time
statement-for = For
statement-amount = Amount
statement-balance = Balance
statement-of-month = Transactions of { $month }
statement-spent = spent { $amount }
statement-spent-hint = Charges less refunds of the whole month
statement-none = No transactions yet
statement-none-hint = Top-ups, purchases, renewals and refunds are listed here, with the balance after each.
statement-nothing = Nothing of this kind, order and days
statement-nothing-hint = Choose other days, all kinds or all orders.
statement-older = Show older ones
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
sums-show-all = Show all { $count }

## For developers

developers-title = Developers
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
