# What the bot says in Russian. How such a file is read is told in en.ftl.

language-name = Русский
date-locale = ru-RU

## Amounts

usd = { $whole },{ $cents }{"\u00A0"}$
dollars = { $amount } $
bytes-3 = { $amount } ГБ
bytes-2 = { $amount } МБ
bytes-1 = { $amount } КБ
bytes-0 = { $amount } Б
coins = { $coins ->
    [one] { $coins } монета
    [few] { $coins } монеты
   *[other] { $coins } монет
}
stars = { $stars ->
    [one] { $stars } звезда
    [few] { $stars } звезды
   *[other] { $stars } звёзд
}
# For how long.
minutes = { $minutes ->
    [one] { $minutes } минуту
    [few] { $minutes } минуты
   *[other] { $minutes } минут
}
# For how long.
seconds = { $seconds ->
    [one] { $seconds } секунду
    [few] { $seconds } секунды
   *[other] { $seconds } секунд
}
days = { $days ->
    [one] { $days } день
    [few] { $days } дня
   *[other] { $days } дней
}
gigabytes = { $gb } ГБ
proxies = { $count } прокси
quantity = { $count } шт.
addresses = { $count } IP
movements = { $count ->
    [one] { $count } операция
    [few] { $count } операции
   *[other] { $count } операций
}
until = до { $day }
left = осталось { $amount }
any = любой
any-country = любая страна

## The menu of commands in Telegram, and their buttons under the greeting

command-buy = Купить прокси
command-orders = Ваши заказы
command-renewals = Автопродление на неделю
command-balance = Баланс и выписка
command-topup = Пополнить баланс
command-keys = Доступ к API
command-console = Вход в личный кабинет
command-invite = Пригласить друзей за монеты
command-notices = Настройка уведомлений
command-language = Язык
command-help = Что умеет этот бот

menu-buy = Купить прокси
menu-orders = Заказы
menu-renewals = Автопродление
menu-balance = Баланс
menu-topup = Пополнить
menu-keys = Доступ к API
menu-console = Личный кабинет
menu-invite = Пригласить друзей
menu-notices = Уведомления
menu-language = Язык
menu-help = Помощь

## Buttons

button-pay = Оплатить
button-open-chat = Открыть личный чат
button-threshold = Порог низкого баланса
button-statement = Выписка (CSV)
button-statement-older = Более ранние операции (CSV)
button-back = « Назад
button-cancel = Отмена
button-again = Попробовать ещё раз
button-other-amount = Другая сумма
button-check-balance = Проверить баланс
button-next = Продолжить »
button-apply = Применить
button-any = Любой
button-none = Очистить список
button-any-country = Любая страна
button-sticky = Sticky
button-rotating = Ротация
button-new-key = Новый ключ
button-new-list = Список прокси по ссылке
button-no-name = Без названия
button-reissue = Перевыпустить ключ
button-disable = Отключить
button-enable = Включить
button-networks = Разрешённые сети
button-end-session = Это не я: завершить сеанс
button-any-network = Любая сеть
button-delete-key = Удалить ключ
button-delete-key-sure = Да, удалить
button-sure = Да, перевыпустить
button-reissue-overlap = Перевыпустить, старый ещё 24 ч
button-delete-secret = Сохранено: удалить сообщение
button-proxies = Прокси
button-access = Данные доступа
button-same-again = Купить такой же ещё раз
button-renew = Продлить
button-add-traffic = Добавить трафик
button-settings = Настройки
button-lines = Список прокси
button-new-password = Новый пароль
button-week = Последние 7 дней
button-errors = Ошибки подключения
button-check = Работают ли?
button-protocol = Сменить протокол
button-auto-renewal = Автопродление
button-auto-renewal-off = Выключить
button-written = Метка и заметка
button-erase = Стереть
button-pause = Пауза
button-resume = Возобновить
button-password-sure = Да, сменить пароль
button-newer = ‹ Новее
button-older = Старше ›
button-all = Все

## Beginning

welcome =
    <b>Здравствуйте, { $name }!</b>

    Ваш аккаунт готов. Пополните баланс и покупайте прокси прямо здесь, либо создайте ключ API для своих программ или войдите в личный кабинет в браузере.
welcome-back = <b>Здравствуйте, { $name }.</b> Что будем делать?
linked = Теперь вы управляете аккаунтом <b>{ $reseller }</b>.
linked-instead = Теперь вы управляете аккаунтом <b>{ $reseller }</b>. Ваш прежний аккаунт, номер { $beforeId }, сохранён. Вернуть вам доступ к нему может { support }.
old-link = Эта ссылка уже использована или устарела. Новую даст { support }.
start-first = Сначала отправьте /start, чтобы получить аккаунт.
help =
    <b>Что умеет этот бот</b>

    /buy – купить прокси
    /orders – ваши заказы: прокси, продление, трафик, настройки
    /renewals – какие заказы продлятся сами за 7 дней
    /balance – баланс, порог низкого баланса, выписка
    /topup – пополнить через Telegram Stars или Crypto Pay
    /keys – ключи API для ваших программ
    /console – ссылка для входа в личный кабинет в браузере
    /invite – ваша ссылка для приглашений, которая приносит монеты
    /notices – какие уведомления присылать
    /language – русский или английский

    Чтобы найти что-то своё, просто напишите: номер заказа, прокси или его логин, номер платежа из выписки, начало ключа.

    Бот отвечает только в личных чатах.{ $support ->
        [none] {""}
       *[other] {" "}Вопросы? Напишите: { $support }.
    }
search-none =
    По запросу «{ $text }» ничего не найдено. Можно искать:

    – номер заказа, например 7, или начало его метки
    – IP прокси, с портом или без, либо строку прокси целиком
    – логин прокси среди 1000 последних заказов с неистёкшим сроком
    – номер платежа из выписки
    – начало ключа API, например prk_

    Что ещё я умею: /help.
search-found =
    <b>Найдено по запросу «{ $text }»</b>

    { $lines }
unknown = Не понимаю. Посмотрите, что я умею: /help.
text-only = Я понимаю только текст и кнопки. Посмотрите, что я умею: /help.
private-only = Я работаю только в личных чатах и не отвечаю в группах. Напишите мне, пожалуйста, в личный чат.
edited = Я не вижу изменений в сообщениях. Отправьте, пожалуйста, новое сообщение.
old-button = Эта кнопка больше не работает. Начните, пожалуйста, заново: /help.
slow-down = Слишком много сообщений: я принимаю не больше 30 в минуту. Это я не принял и ещё { seconds } не приму других. Отправьте его, пожалуйста, ещё раз после этого.
slow-down-press = Слишком много нажатий: я принимаю не больше 30 в минуту. Нажмите, пожалуйста, ещё раз через { seconds }.
busy-press = Я ещё занят тем, что вы прислали раньше. Нажмите, пожалуйста, чуть позже.
failed = У нас что-то пошло не так. Попробуйте, пожалуйста, ещё раз. Если повторится, поможет { support }.
# `$support` is what the operator has set, or none.
support = { $support ->
    [none] поддержка
   *[other] поддержка ({ $support })
}

## Account

language = Выберите язык.
language-set = Теперь я пишу по-русски.
console =
    <a href="{ $link }">Войти в личный кабинет</a>

    Ссылка одноразовая и действует { minutes }. Никому её не передавайте: она открывает доступ к вашему аккаунту.

    { $link }
session-confirmed =
    <b>Подтверждено.</b> В ближайшие { minutes } ключи API и ключи доступа (passkey) в личном кабинете можно менять в этом браузере: { $where }.

    Вернитесь на страницу: она продолжит сама.
session-ended = Сеанс завершён, неиспользованные ссылки для входа больше не действуют.
invite =
    Делитесь своей ссылкой: когда по ней кто-то запустит бота, вы будете получать монетами <b>{ $percent } %</b> от всех его оплат здесь. Каждая монета даёт скидку 0,01 $ на ваши покупки здесь.

    { $people ->
        [0] По ней пока никто не пришёл.
        [one] По ней пришёл { $people } человек, вам начислено: { coins }.
        [few] По ней пришли { $people } человека, вам начислено: { coins }.
       *[other] По ней пришли { $people } человек, вам начислено: { coins }.
    }

    { $link }

## Balance

balance =
    <b>Баланс: { $balance }</b>
    Монеты: { $coins }. Каждая даёт скидку 0,01 $ на ваши покупки здесь.
    { $isWarned ->
        [yes] Я сообщу, когда баланс станет меньше { $threshold }.
       *[no] Уведомления о низком балансе выключены.
    }

    { $isEmpty ->
        [yes] Операций пока нет.
       *[no] <b>Последние операции</b>
    }
    { $movements }
threshold =
    Я сообщу, когда баланс станет меньше порога. Сейчас порог <b>{ $dollars } $</b>; 0 отключает уведомления.

    Выберите порог или введите целое число долларов от 0 до 1 000 000.
bad-threshold = Введите, пожалуйста, целое число от 0 до 1 000 000, только цифры, например 25 или 1000.
statement-caption = { $part ->
    [more] Ваша выписка, один файл из нескольких: { movements }. Более ранние операции придут по кнопке.
    [last] Ваша выписка, последний файл: { movements }. Более ранних операций нет.
   *[whole] Ваша выписка: { movements }.
}
statement-time = Время (UTC)
statement-what = Описание
statement-amount = Сумма, USD
statement-balance = Баланс после, USD
statement-reference = Номер
movement = { $kind ->
    [top_up] Пополнение
    [payment_returned] Пополнение возвращено плательщику
    [payment_kept] Возврат пополнения не прошёл, деньги снова на балансе
    [adjustment] Корректировка: { $reason }
    [refund] Возврат, не выполнено: { $subject }
    [refund_alone] Возврат
    [operation_refund] Возврат: { $subject }. { $reason }
    [operation_refund_alone] Возврат списания. { $reason }
    [charge_alone] Списание
   *[charge] { $subject }
}
movement-work = { $kind ->
    [renewal] Продление заказа { $orderId }
    [traffic] Трафик для заказа { $orderId }
   *[purchase] Покупка
}
movement-country = { $country }
movement-coins = монеты: { $coins }
money-back = Возвращено: { $charged }{ $coins ->
    [0] {""}
   *[other] {" "}и { coins }
}. На балансе { $balance }.

## Keys

keys =
    <b>Ключи API</b>

    { $keys }

    { $part }Выберите ключ, чтобы изменить его.
proxy-list-name = Чат
proxy-list =
    Адрес вашего списка прокси «{ $name }», показан только один раз:

    <code>{ $url }</code>

    По нему программы без ключа загружают все ваши активные прокси, никому его не передавайте. Другие форматы: ?format=csv и ?format=json. Отозвать его можно в личном кабинете: /console.
keys-none = У вас ещё нет ключей API. Ключ нужен вашим программам: создайте его здесь.
keys-part = Здесь последние { $newest } из { $count }.
key-any-network = любая сеть
key-networks-more = и ещё { $count }
key-disabled = отключён
key-used = использован { $day }
key-never-used = ещё не использован
key-name = Как назвать ключ? Введите название до 50 символов, например имя программы, которая будет им пользоваться.
bad-key-name = В названии должно быть от 1 до 50 символов, без тех, что меняют направление текста. Введите, пожалуйста, другое.
key =
    <b>Ключ API <code>{ $prefix }…</code></b> { $name }

    Статус: { $isDisabled ->
        [yes] отключён
       *[no] активен
    }
    Разрешённые сети: { $isOpen ->
        [yes] любые
       *[no] { $networks }
    }
    Создан: { $createdAt } UTC
    Выпущен: { $issuedAt } UTC{ $oldSecret }
    Использован: { $isUsed ->
        [yes] { $usedAt } UTC{ $isPlaceKnown ->
            [yes] {" "}с адреса { $usedFrom }
           *[no] {""}
        }
       *[no] ещё нет
    }
key-old-secret = Старый ключ: <code>{ $prefix }…</code> работает до { $until } UTC
api-prices = Для программ и в личном кабинете действуют цены API: { $percent ->
    [0] они отличаются от цен в этом чате.
   *[other] до { $percent } % ниже, чем в этом чате.
}
secret =
    Ваш ключ API, показан только один раз:

    <code>{ $apiKey }</code>

    Сохраните его сейчас и удалите это сообщение: кто его прочтёт, сможет тратить ваш баланс.
emptied = Ключ или пароль, который был здесь, убран. Telegram не даёт ботам удалять сообщения старше 48 часов.
not-deleted = Telegram не даёт мне удалить или изменить это сообщение. Удалите его, пожалуйста, сами: кто прочтёт в нём ключ или пароль, сможет им пользоваться.
reissue-sure = Перевыпустить ключ <code>{ $prefix }…</code>? Текущий перестанет работать сразу или через 24 часа, если вы так выберете.
delete-key-sure =
    Удалить ключ <code>{ $prefix }…</code>{ $name }? Он сразу перестанет работать вместе с токенами для сайтов, которые по нему выпущены. Восстановить его будет нельзя.

    Заказы и баланс не изменятся. Если ключ нужно остановить на время, лучше отключите его.
networks =
    Из каких сетей можно пользоваться ключом <code>{ $prefix }…</code>? Сейчас: { $isOpen ->
        [yes] из любой
       *[no] { $networks }
    }.

    Введите IP-адреса или сети, например 203.0.113.7 или 2001:db8::/32, через пробел или запятую.
bad-networks =
    { $areTooMany ->
        [yes] У ключа может быть не больше 100 сетей.
       *[no] Так не получится: { $wrong }.
    } Ничего не изменилось.

    Введите IP-адреса или сети (по их первому адресу), например 203.0.113.0/24 или 2001:db8::/32, через пробел или запятую.

## Top-up

top-up =
    <b>На сколько пополнить баланс?</b>

    Выберите сумму или введите её в долларах США, от 1 до 10 000, например 75 или 12,50.
bad-amount = Введите, пожалуйста, сумму в долларах США от 1 до 10000, не больше двух знаков после запятой и без разделителей тысяч, например 75, 12,50 или 1000.
no-payments = Сейчас пополнить баланс здесь нельзя. Поможет { support }.
choose-method = Баланс пополнится на <b>{ $amount }</b>. Как вы хотите заплатить?
pay-by-stars = Telegram Stars: { stars }
pay-by-crypto = Crypto Pay
top-up-by-stars = Пополнить на { $amount }: { stars }
top-up-by-crypto = Пополнить на { $amount }: Crypto Pay
too-many-stars = Звёздами Telegram принимает не больше { $most } за раз. Если нужна большая сумма, заплатите несколько раз.
invoice-title = Пополнение: { $amount }
invoice-description = Пополнение баланса на { $amount }. Оплатите до { $until } UTC.
invoice-label = Пополнение { $amount }
invoice-coming = Счёт на <b>{ $amount }</b> сейчас придёт.
invoice =
    <b>Счёт на { $amount }</b>

    Оплатите его до { $until } UTC. Я сообщу, когда придут деньги.
no-invoice = { $provider ->
    [stars] Telegram не принял счёт на { $amount } в звёздах, поэтому оплатить его нельзя. Ничего не списано. Начните заново: /topup.
   *[crypto_pay] Crypto Pay не создал счёт на { $amount }. Ничего не списано. Попробуйте ещё раз: /topup.
}
credited = Баланс пополнен на <b>{ $amount }</b>. Теперь на нём { $balance }: /balance.
credited-next = Теперь можно оплатить то, что вы выбрали:
credited-elsewhere = Ваш платёж зачислен на аккаунт, которому был выставлен счёт. Сейчас у вас здесь другой аккаунт.
payment-refunded = <b>Ваш платёж на { $amount } возвращён</b>{ $stars ->
    [0] {""}
   *[other] : { stars }
}. { $isCovered ->
    [yes] То, что он добавил, снято с баланса.
   *[no] На балансе не хватило { $uncovered } из того, что он добавил: эта сумма спишется с ближайших поступлений. Остальное снято.
}
uncredited = Ваш платёж пришёл, но не совпадает со счётом, поэтому баланс не пополнен. Платёж не потерян, о нём уже знает { support }.
checkout-refused = { $reason ->
    [unknown] Такого счёта нет. Получите новый: /topup.
    [paid] Этот счёт уже оплачен. Получите новый: /topup.
    [expired] Срок этого счёта истёк. Получите новый: /topup.
    [differing] В этом счёте неверная сумма. Получите новый: /topup.
    [of_another] Этот счёт выставлен другому человеку или аккаунту. Получите свой: /topup.
   *[failed] У нас что-то пошло не так. Ничего не списано. Попробуйте, пожалуйста, ещё раз.
}

## Buying

buy-tier = <b>Что хотите купить?</b>
buy-tier-button = Купить { $name }
buy-type =
    <b>Какие прокси?</b>

    { $types }
# The operator's words, where they are Russian; otherwise what the network sells by its name of it.
type-line = <b>{ $name }</b>: { $about ->
    [ipv4-http] Личный IPv4-адрес для одного клиента, по HTTP и CONNECT.
    [ipv4-socks5] Личный IPv4-адрес для одного клиента, по SOCKS5.
    [ipv4-shared-http] IPv4-адрес, которым пользуются не больше трёх клиентов, по HTTP и CONNECT.
    [ipv4-shared-socks5] Общий IPv4-адрес для мессенджеров, по SOCKS5.
    [ipv6-http] IPv6-адрес для сайтов с поддержкой IPv6; покупается на срок и не продлевается.
    [residential] IP домашнего интернета из всех стран, с оплатой за трафик.
    [residential_premium] Отобранные домашние IP с лучшей репутацией, с оплатой за трафик.
    [mobile] IP мобильных операторов, с оплатой за трафик.
    [datacenter] Быстрые IP дата-центров, с оплатой за трафик.
   *[other] { $description }
}
buy-type-button = { $name }, от { $price }
buy-period =
    { $chosen }

    { $isTraffic ->
        [yes] Сколько трафика? Он не сгорает.
       *[no] На какой срок? Цены указаны за один прокси.
    }
buy-country =
    { $chosen }

    Какая страна? { $how }
list-country = Выберите или введите название либо код.
list-place = Выберите или введите часть названия либо кода.
list-found = Результаты по запросу «{ $search }»:
list-empty = По запросу «{ $search }» ничего не найдено. Введите, пожалуйста, другое или выберите из списка.
list-page = { $page } из { $pages }
buy-quantity =
    { $chosen }

    Сколько прокси? В наличии: { $available }. Выберите или введите число от 1 до { $most }.
buy-watch-button = { $isWatched ->
    [yes] Больше не сообщать об остатке
   *[no] Сообщить, когда останется меньше { $below }
}
buy-options =
    { $chosen }

    { $options }

    Измените, что нужно, и продолжайте. Всё это можно изменить и потом.
buy-option-button = { $value ->
    [rotating] { button-rotating }
    [sticky] { button-sticky }
    [http] HTTP
    [socks5] SOCKS5
   *[both] Оба
}
buy-minutes-button = Держать IP { minutes }
buy-minutes = Сколько минут sticky-сессия должна держать IP? Выберите или введите число от 1 до { $most }.
option-session = { $session ->
    [sticky] Сессия: <b>sticky, один IP на { minutes }</b>
   *[rotating] Сессия: <b>ротация, новый IP на каждый запрос</b>
}
option-protocol = Протокол: <b>{ protocol }</b>
option-addresses = Доступно IP: <b>{ $isExact ->
    [yes] { $count }
   *[no] до { $count }
}</b>
bad-number = Введите, пожалуйста, целое число от 1 до { $most }, например 1.
press-button = Выберите, пожалуйста, одну из кнопок.
nothing-on-sale = Сейчас в продаже ничего нет. Загляните, пожалуйста, позже.
no-addresses = Под эти параметры нет ни одного IP. Выберите другую локацию или поставьте «{ button-any }» в одном из её полей.
buy-cancelled = Отменено. Ничего не куплено.

## Offers, of a purchase and for an order

offer-price = Цена: <b>{ $price }</b>
offer-coins = Монеты: −{ $worth } ({ coins })
offer-charged = К оплате: <b>{ $charged }</b>
offer-missing = Баланс: { $balance }. Не хватает { $missing }.
offer-left = Баланс: { $balance }, после { $kind ->
    [purchase] покупки
   *[other] оплаты
}: { $left }
offer-earned = Будет начислено: { coins }.
offer-elsewhere = В личном кабинете и по API: { $price }
offer-confirm = { $kind ->
    [purchase] Купить за { $charged }
   *[other] Оплатить { $charged }
}
pay-with-coins = Списать { $coins ->
    [one] { $coins } монету
    [few] { $coins } монеты
   *[other] { $coins } монет
}
pay-with-some-coins = Другое число монет
pay-without-coins = Не списывать монеты
how-many-coins = Сколько монет списать? Введите целое число от 1 до { $most }.
buy-bought = <b>Заказ { $orderId } готов</b>
buy-paid = Оплачено: { $charged }{ $coins ->
    [0] {""}
   *[other] {" "}и { coins }
}
buy-balance = Баланс: { $balance }
buy-earned = Начислено: { coins }.
buy-failed = <b>Купить не получилось:</b> { $chosen }
offer-done-already = { $kind ->
    [purchase] Вы уже купили это: заказ { $orderId }.
   *[other] Для заказа { $orderId } это уже сделано.
} Повторно ничего не списано.
old-offer = Это предложение устарело или заменено другим. Сейчас ничего не списано. Купить прокси: /buy. Продлить их или добавить трафик: /orders.
offer-in-progress = { $kind ->
    [purchase] Покупка ещё выполняется.
   *[other] Это ещё выполняется.
} Результат пришлю сюда. Деньги не спишутся дважды.

extension = { $isTraffic ->
    [yes] Добавить { $volume } к заказу { $orderId }
   *[no] Продлить заказ { $orderId } на { $volume }
}
order-paid = { buy-paid }.
order-renewed = <b>Заказ { $orderId } продлён</b>{ $until }. { $paid }
order-traffic-added = <b>К заказу { $orderId } добавлен трафик:</b> { left }. { $paid }
order-not-extended = { $kind ->
    [renewal] <b>Заказ { $orderId } не продлён.</b>
   *[traffic] <b>К заказу { $orderId } трафик не добавлен.</b>
}

## Access

access-line = Формат: хост:порт:логин:пароль.
access-file-line = Формат: хост:порт:логин:пароль, один прокси в строке.
gateway-sticky = Каждый порт { $host } с { $first } по { $last } держит свой IP { minutes }: чтобы сменить IP, возьмите другой порт.
gateway-rotating = Каждый запрос идёт с нового IP.
gateway-ports = HTTP: порт { $http }, SOCKS5: порт { $socks5 }.
gateway-try = Проверить:

## Orders

order-heading = <b>Заказ { $orderId }</b>
orders =
    <b>Заказы{ $status }: { $total }</b>{ $page }

    Выберите заказ.
orders-none =
    <b>Заказы</b>

    Здесь нет заказов. Купить прокси: /buy.
orders-page = страница { $page } из { $pages }
orders-status = { $status ->
    [active] активные
    [expired] закончились
    [paused] на паузе
   *[exhausted] без трафика
}
order-status = { $status ->
    [active] активен
    [expired] закончился
    [paused] на паузе
   *[exhausted] без трафика
}
order =
    { $heading }
    { $what }

    Статус: { order-status }
    Куплен: { $day } за { $price }
    { $end }
order-end = { $status ->
    [expired] Закончился: { $end } UTC
   *[other] Действует до: { $end } UTC
}
order-traffic =
    Израсходовано: { $used } из { $total }, { left }
    Обновлено: { $measuredAt } UTC
annotation = { $name ->
    [label] Метка
    [note] Заметка
   *[customer] Клиент
}
annotation-line = { annotation }: { $text }
annotations = То, что написано на заказе { $orderId }, видите только вы; по метке можно искать.
annotation-ask = { $name ->
    [label] Как назвать заказ { $orderId }?
    [note] Что записать о заказе { $orderId }? Можно в несколько строк.
   *[customer] Для кого заказ { $orderId }? Введите своё имя или номер для этого клиента.
} Не больше { $most } символов.
annotation-refused = { $name ->
    [note] В заметке
    [label] В метке, в одну строку,
   *[customer] В имени клиента, в одну строку,
} не больше { $most } символов, без тех, что меняют направление текста. Введите, пожалуйста, другой текст.
check-line = { $address }: { $works ->
    [true] работает
    [false] не работает
   *[null] пока неизвестно, спросите ещё раз через минуту
}
protocol-sure = По какому протоколу прокси заказа { $orderId } должны работать дальше? Это бесплатно. Программам понадобятся новые порты, они в разделе «{ button-proxies }»; логины и пароли останутся.
order-proxies = Заказ { $orderId }, формат хост:порт:логин:пароль:
order-proxies-file = Заказ { $orderId }: { proxies }, формат хост:порт:логин:пароль.
order-how-much = Сколько трафика добавить к заказу { $orderId }?
order-how-long = На сколько продлить заказ { $orderId }? Прокси останутся теми же, новый срок прибавится к текущему.{ $status ->
    [expired] {" "}Он уже закончился: новый срок может отсчитываться от его конца.
   *[other] {""}
}
order-gone = Такие прокси, как в заказе { $orderId }, больше не продаются, поэтому добавить к нему ничего нельзя. Он работает, пока не закончится.
auto-renewal-on = Автопродление: { $volume }, не дороже { $most }{ $until }.
auto-renewal-off = Автопродление выключено.
auto-renewal = На какой срок продлевать его каждый раз? Цена на кнопке станет предельной за весь заказ: если она вырастет, заказ не продлится, и я сообщу. Попытки: за 48, 24, 6 и 1 час до конца срока и одна после него.
renewals = <b>Автопродления на 7 дней</b> (UTC)
renewals-day = { $day }: { $count ->
    [one] { $count } заказ
    [few] { $count } заказа
   *[other] { $count } заказов
}, { $total }, баланс { $balance }
renewals-covered = { $until ->
    [all] Баланса хватит на всё.
    [none] Баланса не хватит на сегодняшние продления. Пополнить: /topup.
   *[other] Баланса хватит до { $until }. Пополните его заранее: /topup.
}
renewals-none = В эти дни ничего не продлевается автоматически. Включить автопродление можно на странице заказа: /orders.
renewals-lost = <b>Заказ { $orderId } закончится</b> { $end }: { renewal-why }
renewals-more = И ещё { $count }.
line-format = Список прокси заказа { $orderId }: в каком формате?
line-count = Сколько прокси нужно в списке? У каждого свой порт и свой IP. Выберите или введите число от 1 до { $most }.
bad-line-count = Введите, пожалуйста, целое число от 1 до { $most }, например 25.
order-lines = Заказ { $orderId }, { proxies }:
bad-format = Заказ разрешает только { protocol }. Выберите другой формат или измените протокол в настройках.
password-sure = Сменить пароль заказа { $orderId }? Текущий сразу перестанет работать во всех ваших программах.
password-set = У заказа { $orderId } новый пароль.
password-line =
    Данные доступа с новым паролем:

    <code>{ $line }</code>
password-done = Эта кнопка уже использована или устарела. Текущий пароль заказа { $orderId } смотрите в разделе «{ button-access }».
week =
    <b>Заказ { $orderId }: последние 7 дней</b> (UTC)

    <pre>{ $chart }</pre>
    Всего: { $amount }, { $connections ->
        [one] { $connections } подключение
        [few] { $connections } подключения
       *[other] { $connections } подключений
    }.
provider-away = Поставщик прокси не отвечает. Попробуйте, пожалуйста, чуть позже.

## Connection errors

errors-none = За последние 7 дней ни одно подключение по заказу { $orderId } не было отклонено.
errors = <b>Ошибки подключения по заказу { $orderId }</b>, последние 7 дней
errors-finding =
    <b>{ $count } × { $code }</b>
    { $code ->
        [NO_RAY] У поставщика не нашлось IP под фильтры заказа и логина. Ослабьте один из фильтров: на кнопках ниже видно, сколько IP тогда подойдёт.
        [TRAFFIC_EXHAUSTED] Трафик заказа закончился. Добавьте трафик, и заказ сразу заработает снова.
        [THREADS_EXHAUSTED] Одновременно было открыто больше подключений, чем разрешают потоки заказа. Увеличьте число потоков или открывайте меньше подключений сразу.
        [NO_USER] Логин или пароль неверный, либо их не было, а IP программы не разрешён. Скопируйте данные доступа из заказа заново; для программ без пароля добавьте их IP в разрешённые.
        [USER_BLOCKED] Заказ был на паузе. Возобновите его, если он ещё на паузе; иначе обратитесь в поддержку.
        [PORT_NOT_ALLOWED] Программа использовала протокол или порт, который для заказа не разрешён. Подключайтесь так, как указано в списке прокси, или разрешите оба протокола в настройках.
        [HOST_BLOCKED] Сайт заблокирован в заказе или у поставщика. Если он заблокирован в заказе по ошибке, уберите его из списка.
        [SITE_PERMANENTLY_BLOCKED] К этому сайту поставщик никого не подключает. Подключайтесь к нему без прокси: настройки заказа этого не изменят.
        [PORT_BLOCKED] К этому порту сайтов поставщик никого не подключает. Используйте другой порт, например 443: настройки заказа этого не изменят.
        [NO_HOST_CONNECTION] Сайт был недоступен с выходного IP. Проверьте имя и порт; если они верны, попробуйте ещё раз: со следующего IP может получиться.
       *[other] Поставщик отклонил подключения по этой причине. Попробуйте чуть позже; если это продолжается, обратитесь в поддержку и назовите её.
    }
errors-more = И ещё { $count ->
    [one] { $count } более редкая причина
    [few] { $count } более редкие причины
   *[other] { $count } более редких причин
}.
errors-addresses = IP под настройки заказа: { $isExact ->
    [yes] {""}
   *[no] до{" "}
}{ $count }.
loosening = { $setting ->
    [country] Любая страна
    [state] Любой регион
    [city] Любой город
    [zip] Любой индекс
    [asn] Любой интернет-провайдер
    [excludeAsn] Разрешить всех провайдеров
    [anonymous] Не только анонимные IP
    [threads] Больше потоков
    [protocol] Оба протокола
    [blockedHosts] Разблокировать все сайты
    [allowedIps] Изменить разрешённые IP
    [paused] { button-resume }
   *[other] { setting }
}

## Settings

setting = { $setting ->
    [country] Страна
    [state] Регион
    [city] Город
    [zip] Индекс
    [asn] Интернет-провайдер
    [anonymous] Только анонимные IP
    [session] Сессия
    [stickyMinutes] Sticky-сессия, мин
    [protocol] Протокол
    [threads] Потоки
    [excludeAsn] Исключённые интернет-провайдеры
    [allowedIps] Разрешённые IP
    [blockedHosts] Заблокированные сайты
   *[paused] Пауза
}
setting-taken = { $setting ->
    [country] Выберите страну или введите её название либо двухбуквенный код.
    [state] Выберите или введите часть названия либо кода.
    [city] Выберите или введите часть названия либо кода.
    [zip] Выберите или введите часть индекса.
    [asn] Выберите или введите часть названия либо номера.
    [session] Выберите вариант.
    [protocol] Выберите вариант.
    [stickyMinutes] Сколько минут sticky-сессия держит свой IP. Выберите или введите целое число от 1 до 120.
    [threads] Сколько подключений может быть открыто одновременно. Выберите или введите целое число от 1 до 2 000.
    [allowedIps] Программам с этих IP не нужен пароль. Введите до 5 IP-адресов, например 203.0.113.7, через пробел или запятую; они заменят текущие.
    [blockedHosts] К этим сайтам и их поддоменам подключений не будет. Введите до 100 имён, например example.com, через пробел или запятую; они заменят текущие.
   *[other] {""}
}
setting-flaw = • { $entry }{ $setting ->
    [country] в этой стране сейчас нет IP
    [stickyMinutes] нужно целое число от 1 до 120
    [threads] нужно целое число от 1 до 2 000
    [allowedIps] нужен отдельный IP-адрес, не сеть, не больше 5 и не занятый другим заказом
    [blockedHosts] нужно имя сайта без схемы, порта и пути, не больше 100 имён
   *[other] такого значения нет
}.
protocol = { $protocol ->
    [http] HTTP
    [socks5] SOCKS5
   *[both] HTTP и SOCKS5
}
session = { $session ->
    [sticky] sticky: один IP на несколько минут
   *[rotating] ротация: новый IP на каждый запрос
}
yes-or-no = { $isSo ->
    [yes] да
   *[no] нет
}
none = нет
settings =
    <b>Настройки заказа { $orderId }</b>

    { $lines }

    Выберите, что изменить. Изменения бесплатны.
setting-now =
    <b>{ setting }</b>, заказ { $orderId }

    Сейчас: { $value }

    { $taken }
setting-change =
    { setting }
      сейчас: { $before }
      станет: <b>{ $after }</b>
needs-country = <b>{ setting }</b>: сначала выберите страну, тогда появится список.
places-fixed = Такие прокси больше не продаются, поэтому сменить локацию нельзя. Заказ работает как прежде.
setting-same = Так уже настроено. { $line }
settings-applied = { $change ->
    [paused] Заказ { $orderId } на паузе: прокси отклоняют подключения, пока вы его не возобновите.
    [resumed] Заказ { $orderId } снят с паузы.
   *[other] Готово: у заказа { $orderId } новые настройки.
}
setting-refused = <b>{ setting }</b>: такое значение не подходит.
nothing-changed = Ничего не изменилось.
settings-not-changed = Поставщик прокси не принял изменение, настройки остались прежними. Попробуйте, пожалуйста, чуть позже.

## Notices

notices =
    <b>Уведомления</b>

    О низком балансе, пополнениях и возвратах я сообщаю всегда. Остальные выбираете вы: нажмите, чтобы включить или выключить.
notice-button = { $about }: { $isOn ->
    [yes] вкл.
   *[no] выкл.
}
notice-switch-order_ends = Заказ закончится или не продлился
notice-switch-renewed = Сработало автопродление
notice-switch-forecast = Автопродления недели, по понедельникам
notice-switch-traffic_used = Трафик на 80, 95 и 100 %

## What people are told of by itself

notice-low_balance =
    <b>Баланс низкий: { $balance }.</b>

    Он стал меньше { $threshold }. Пополнить: /topup. Изменить порог: /balance.
notice-topped_up = <b>Поступило { $amount }.</b> На балансе { $balance }.
notice-refunded = <b>Возврат: { $amount }.</b> На балансе { $balance }. Оплаченное не удалось выдать. Подробности: /balance.
notice-order_ends = <b>Заказ { $orderId } скоро закончится</b>: { $endsAt } UTC. { $way ->
    [itself] Автопродление включено, до этого будет ещё попытка.
    [yes] Если продлить его, прокси останутся теми же.
   *[no] Продлить его нельзя, но можно купить такие же прокси.
}
notice-renewed = <b>Заказ { $orderId } продлён автоматически</b> до { $endsAt } UTC. Оплачено: { $amount }.
notice-renewal_refused =
    <b>Заказ { $orderId } не продлился автоматически:</b> { renewal-why }

    Он закончится: { $endsAt } UTC. { $isLast ->
        [yes] Попыток до этого больше не будет.
       *[no] Следующая попытка: { $next } UTC.
    }
renewal-why = { $code ->
    [insufficient_balance] не хватает баланса. Пополнить: /topup.
    [price_changed] цена выше, чем вы разрешили. Разрешите больше на странице заказа или продлите его сами.
    [spending_limit_reached] достигнут ваш лимит расходов. Увеличьте его: /console, или продлите заказ сами.
    [until_reached] достигнут последний день, который вы задали. Измените его: /console, или продлите заказ сами.
    [not_renewable] его больше нельзя продлить. Купите новый: /buy.
    [unknown_product] таких прокси сейчас нет в продаже. Купите другие: /buy.
    [invalid_period] такой срок больше не продаётся. Выберите другой на странице заказа.
    [provider_error] поставщик прокси не смог этого сделать, деньги остались у вас.
   *[other] { $message }
}
notice-traffic_used = { $percent ->
    [100] <b>В заказе { $orderId } закончился трафик.</b> Заказ заработает снова, как только вы добавите трафик.
   *[other] <b>В заказе { $orderId } израсходовано { $percent } % трафика.</b>
}
notice-stock = <b>{ $product }, { $country }: осталось { $available }.</b> { $isLow ->
    [yes] Это меньше { $below }.
   *[no] Снова не меньше { $below }.
}
notice-webhook_disabled =
    <b>Ваш вебхук выключен:</b> { $url }

    { $reason ->
        [gone] Он ответил 410 Gone.
        [operator] Его выключила { support }, она же может включить его снова.
       *[other] Пять дней туда ничего не удавалось доставить.
    }{ $reason ->
        [operator] {""}
       *[other] {" "}Когда он снова сможет принимать события, включите его в консоли: /console. Оттуда же можно отправить пропущенное.
    }

## To the operator's chat

alert-ledger = { $isGood ->
    [yes] <b>Учёт снова сходится.</b>
   *[no] <b>Учёт не сходится.</b> Где именно:

    <code>{ $operator } ledger verify</code>, <code>--full</code>
}
alert-upstreams = { $isGood ->
    [yes] <b>То, что есть для нас у поставщиков, снова сходится с учётом.</b>
   *[no] <b>То, что есть для нас у поставщиков, не сходится с учётом: { $detail }.</b> Что именно:

    <code>{ $operator } reconcile</code>
}
alert-payments =
    <b>{ $isOne ->
        [yes] Пришёл или мог прийти платёж, который не зачислен
       *[no] Пришли или могли прийти платежи, которые не зачислены
    }:</b> { $detail }

    <code>{ $operator } payments list --state differing</code>
    <code>{ $operator } payments list --state unknown</code>
    <code>{ $operator } payment credit --help</code>
alert-refunds =
    <b>{ $isOne ->
        [yes] Платёж возвращён плательщику
       *[no] Платежи возвращены плательщикам
    }, но не этим сервисом:</b> { $detail }

    Зачисленное списано с баланса, насколько его хватило. <code>uncoveredUsd</code> показывает, сколько уже было потрачено: это спишется с ближайших поступлений.

    <code>{ $operator } payments list --state refunded</code>
alert-balance = { $isGood ->
    [yes] <b>Нашего баланса в { $name } снова хватает.</b> { $detail }
   *[no] <b>Наш баланс в { $name } заканчивается{ $isDetailed ->
        [yes] : { $detail }
       *[no] {""}
    }.</b> Покупки там не пройдут, деньги за них вернутся на баланс клиентов.
}
alert-key = { $isGood ->
    [yes] <b>{ $name } снова принимает наш ключ.</b>
   *[no] <b>{ $name } не принимает наш ключ.</b> Пока его заказы нельзя продлить; покупает другой аккаунт, если он есть.
}
alert-user = { $isGood ->
    [yes] <b>Ключ { $name } принадлежит тому пользователю, который покупал там раньше.</b>
   *[no] <b>Ключ { $name } принадлежит другому пользователю: { $detail }.</b> Там ничего не покупается и не продлевается. Верните аккаунту его ключ, а ключу другого пользователя дайте своё имя.
}
alert-answers = { $isGood ->
    [yes] <b>{ $name } снова отвечает.</b>
   *[no] <b>{ $name } не отвечает.</b> Пока деньги за его работу не списываются.
}

## Why something is not done, by the kind or the code of the refusal

refusal = { $kind ->
    [out_of_stock] Столько нет: в наличии { $available }. Возьмите меньше или выберите другую страну.
    [insufficient_balance] Это стоит { $required }, а на балансе { $balance }. Ничего не списано.
    [price_changed] Цена изменилась: теперь { $price }, а была { $maxPrice }. Ничего не списано.
    [coins_not_payable] Здесь можно списать не больше { $payable ->
        [one] { $payable } монеты
       *[other] { $payable } монет
    }. Ничего не списано.
    [reseller_disabled] Ваш аккаунт отключён: { $reason }{ $support ->
        [none] {""}
       *[other] {" "}Вопросы? Напишите: { $support }.
    }
    [too_many_keys] Ключей API может быть не больше { $most }. Удалите тот, который больше не нужен: /keys.
    [secret_replaced] Этот ключ уже перевыпущен, сейчас ничего не изменилось. Если это сделали вы здесь, новый ключ показан выше. Чтобы перевыпустить ещё раз: /keys.
    [too_many_payments] У вас { $most ->
        [one] { $most } неоплаченный счёт
        [few] { $most } неоплаченных счёта
       *[other] { $most } неоплаченных счетов
    }. Оплатите один из них или подождите, пока у одного истечёт срок.
    [session_not_found] Такого сеанса в вашем аккаунте нет: возможно, он уже завершён. Войти заново: /console.
    [key_not_found] Такого ключа у вас нет. Откройте список ещё раз: /keys.
    [order_not_found] Такого заказа у вас нет. Откройте список ещё раз: /orders.
    [not_luxury] Это не заказ Luxury: у него нет трафика, настроек и списка прокси.
    [not_changeable] { $reason ->
        [luxury] Протокол этого заказа меняют в его настройках.
       *[ended] Этот заказ закончился: сначала продлите его или купите новый: /buy.
    }
    [not_renewable] Этот заказ больше нельзя продлить. Купите новый: /buy.
    [unknown_product] Этого больше нет в продаже. Начните заново: /buy.
    [invalid_period] На такой срок это больше не продаётся. Начните заново: /buy.
    [invalid_quantity] Это слишком много для одного заказа.
    [invalid_country] В этой стране таких прокси нет. Выберите другую.
    [invalid_option] Эти настройки не сочетаются. Выберите локацию ещё раз.
    [provider_error] Поставщик прокси не смог этого сделать, деньги остались у вас. Попробуйте, пожалуйста, чуть позже; если это продолжается, поможет { support }.
    [request_in_progress] Предыдущий запрос ещё выполняется. Попробуйте, пожалуйста, чуть позже.
   *[other] { $message }
}
