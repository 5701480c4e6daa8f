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
days = { $days ->
    [one] { $days } день
    [few] { $days } дня
   *[other] { $days } дней
}
gigabytes = { $gb } ГБ
proxies = { $count } прокси
quantity = { $count } шт.
lines = { $count ->
    [one] { $count } строка
    [few] { $count } строки
   *[other] { $count } строк
}
addresses = { $count ->
    [one] { $count } адрес
    [few] { $count } адреса
   *[other] { $count } адресов
}
movements = { $count ->
    [one] { $count } движение
    [few] { $count } движения
   *[other] { $count } движений
}
free = свободно { $available }
until = до { $day }
left = осталось { $amount }
any = любой
any-country = любая страна

## The menu of commands in Telegram, and their buttons under the greeting

command-buy = Купить прокси
command-orders = Ваши заказы
command-balance = Баланс и выписка
command-topup = Пополнить баланс
command-keys = Доступ к API
command-console = Вход в консоль
command-invite = Пригласить и получать монеты
command-notices = Выбор уведомлений
command-language = Язык
command-help = Что умеет этот бот

menu-buy = Купить прокси
menu-orders = Заказы
menu-balance = Баланс
menu-topup = Пополнить
menu-keys = Доступ к API
menu-console = Консоль
menu-invite = Пригласить
menu-notices = Уведомления
menu-language = Язык
menu-help = Помощь

## Buttons

button-pay = Оплатить
button-open-chat = Открыть личный чат
button-threshold = Порог низкого баланса
button-statement = Выписка (CSV)
button-back = « Назад
button-cancel = Отмена
button-again = Попробовать ещё раз
button-next = Дальше »
button-apply = Применить
button-any = Любой
button-none = Нет
button-any-country = Любая страна
button-sticky = Держится
button-rotating = Меняется
button-new-key = Новый ключ
button-no-name = Без названия
button-reissue = Заменить секрет
button-disable = Отключить
button-enable = Включить
button-networks = Разрешённые сети
button-any-network = Любая сеть
button-sure = Да, заменить
button-reissue-overlap = Заменить, старый ещё 24 часа
button-delete-secret = Сохранено: удалить сообщение
button-proxies = Прокси
button-renew = Продлить
button-add-traffic = Добавить трафик
button-settings = Настройки
button-lines = Строки
button-new-password = Новый пароль
button-week = Последняя неделя
button-errors = Ошибки соединений
button-pause = Пауза
button-resume = Возобновить
button-password-sure = Да, новый пароль
button-newer = ‹ Новее
button-older = Старше ›
button-all = Все

## Beginning

welcome =
    <b>Здравствуйте, { $name }!</b>

    Теперь у вас есть счёт для покупки прокси. Пополните его и создайте ключ API для своих программ или войдите в консоль в браузере.
welcome-back = <b>Здравствуйте, { $name }.</b> Что будем делать?
linked = Теперь вы управляете счётом <b>{ $reseller }</b>.
linked-instead = Теперь вы управляете счётом <b>{ $reseller }</b>. Ваш прежний счёт под номером { $beforeId } сохранён: поддержка может снова привязать вас к нему.
old-link = Эта ссылка уже использована или устарела. Попросите у поддержки новую.
start-first = Сначала отправьте /start: так вы получите счёт.
help =
    <b>Что умеет этот бот</b>

    /buy – купить прокси
    /orders – заказы: прокси, продление, трафик, настройки
    /balance – баланс, порог для уведомления, выписка
    /topup – пополнить баланс через Telegram Stars или Crypto Pay
    /keys – ключи API для ваших программ
    /console – ссылка для входа в консоль в браузере
    /invite – ссылка для приглашений, за которые вы получаете монеты
    /notices – какие уведомления присылать
    /language – русский или английский

    Бот отвечает только в личных чатах.
unknown = Не понимаю. Что я умею, расскажет /help.
text-only = Я понимаю только текст и кнопки. Что я умею, расскажет /help.
private-only = Я работаю только в личных чатах, а в группах больше ничего не отвечаю. Напишите мне, пожалуйста, в личный чат.
edited = Я не читаю изменения сообщений. Отправьте, пожалуйста, новое сообщение.
old-button = Эта кнопка устарела. Откройте список ещё раз, пожалуйста.
slow-down = Слишком быстро: я принимаю 30 сообщений в минуту. Продолжите, пожалуйста, через минуту.
failed = Что-то пошло не так на нашей стороне. Попробуйте ещё раз, пожалуйста.

## Account

language = На каком языке говорить?
language-set = Теперь я говорю по-русски.
console =
    <a href="{ $link }">Войти в консоль</a>

    Ссылка действует один раз, в течение { $minutes ->
        [one] { $minutes } минуты
       *[other] { $minutes } минут
    }. Никому её не передавайте: она открывает ваш счёт.

    { $link }
invite =
    Кто запустит бота по вашей ссылке, того пригласили вы. Вы будете получать <b>{ $percent } %</b> от его оплат в боте монетами, а каждая монета даёт скидку 0,01 $ на ваши покупки в боте.

    { $link }

## Balance

balance =
    <b>Баланс: { $balance }</b>
    Монеты: { $coins }. Каждая даёт скидку 0,01 $ на покупки в боте.
    { $isWarned ->
        [yes] Я сообщу, когда он станет меньше { $threshold }.
       *[no] Уведомления о низком балансе выключены.
    }

    { $isEmpty ->
        [yes] Движений пока не было.
       *[no] <b>Последние движения</b>
    }
    { $movements }
threshold =
    Я сообщу, когда баланс станет меньше порога. Сейчас порог <b>{ $dollars } $</b>; при 0 уведомлений нет.

    Выберите порог или введите целое число долларов от 0 до 1 000 000.
bad-threshold = Это не целое число от 0 до 1 000 000. Введите, пожалуйста, только цифры, например 25 или 1000.
statement-caption = { $isWhole ->
    [yes] Ваша выписка: { movements }.
   *[no] Последние { movements } вашей выписки. Более ранние есть в консоли.
}
statement-time = Время (UTC)
statement-what = Назначение
statement-amount = Сумма, USD
statement-balance = Баланс после, USD
statement-reference = Номер платежа
movement = { $kind ->
    [top_up] Пополнение
    [payment_returned] Платёж возвращён плательщику
    [payment_kept] Платёж, который не удалось вернуть
    [adjustment] Корректировка: { $reason }
    [refund] Возврат, не выполнено: { $subject }
    [refund_alone] Возврат
    [operation_refund] Возвращено: { $subject }. { $reason }
    [operation_refund_alone] Возвращено: списание. { $reason }
    [charge_alone] Списание
   *[charge] { $subject }
}
movement-work = { $kind ->
    [renewal] Продление заказа { $orderId }
    [traffic] Трафик для заказа { $orderId }
   *[purchase] Покупка
}
movement-country = { $country }
movement-coins = { coins }
money-back = Вам вернулось { $charged }{ $coins ->
    [0] {""}
   *[other] {" "}и { coins }
}, на балансе { $balance }.

## Keys

keys =
    <b>Ключи API</b>

    { $keys }

    { $part }Выберите ключ, чтобы изменить его.
keys-none = У вас ещё нет ключа API. Он нужен вашим программам: создайте его здесь.
keys-part = Здесь последние { $newest } из { $count }.
key-any-network = любая сеть
key-networks-more = и ещё { $count }
key-disabled = отключён
key-used = использован { $day }
key-never-used = ещё не использован
key-name = Как назвать ключ? Введите название до 50 символов, например имя программы, которая будет им пользоваться.
bad-key-name = В названии от 1 до 50 символов, без тех, что меняют направление текста. Введите, пожалуйста, другое.
key =
    <b>Ключ API <code>{ $prefix }…</code></b> { $name }

    Состояние: { $isDisabled ->
        [yes] отключён
       *[no] работает
    }
    Разрешённые сети: { $isOpen ->
        [yes] любые
       *[no] { $networks }
    }
    Секрет выдан: { $issuedAt } UTC{ $oldSecret }
    Использован: { $isUsed ->
        [yes] { $day }
       *[no] ещё нет
    }
key-old-secret = Старый секрет: <code>{ $prefix }…</code> работает до { $until } UTC
secret =
    Ваш ключ API, показан только один раз:

    <code>{ $apiKey }</code>

    Сохраните его сейчас и удалите это сообщение: кто его прочтёт, сможет тратить ваш баланс.
emptied = Секрета, который был здесь, больше нет. Telegram не даёт ботам удалять сообщения старше 48 часов.
not-deleted = Telegram не даёт мне ни удалить, ни изменить это сообщение. Удалите его, пожалуйста, сами: кто прочтёт секрет в нём, сможет им пользоваться.
reissue-sure = Заменить секрет ключа <code>{ $prefix }…</code>? Нынешний перестанет работать сразу или через 24 часа.
networks =
    Откуда можно пользоваться ключом <code>{ $prefix }…</code>? Сейчас: { $isOpen ->
        [yes] из любой сети
       *[no] { $networks }
    }.

    Введите адреса или сети, например 203.0.113.7 или 2001:db8::/32, через пробел или запятую.
bad-networks =
    { $areTooMany ->
        [yes] У ключа может быть не больше 100 сетей.
       *[no] Так нельзя: { $wrong }.
    } Ничего не изменилось.

    Введите адреса или сети (по их первому адресу), например 203.0.113.0/24 или 2001:db8::/32, через пробел или запятую.

## Top-up

top-up =
    <b>На сколько пополнить баланс?</b>

    Выберите сумму или введите доллары США от 1 до 10 000, например 75 или 12,50.
bad-amount = Введите доллары США от 1 до 10000, не более двух знаков после запятой и без разделителей тысяч, например 75, 12,50 или 1000.
no-payments = Сейчас пополнить баланс здесь нельзя. Обратитесь в поддержку.
choose-method = На баланс поступит <b>{ $amount }</b>. Как вы хотите заплатить?
pay-by-stars = Telegram Stars: { stars }
pay-by-crypto = Crypto Pay
too-many-stars = Звёздами Telegram принимает не больше { $most } за раз. Если нужно больше, заплатите несколько раз.
invoice-title = Пополнение: { $amount }
invoice-description = Пополнение баланса на { $amount }. Оплатить до { $until } UTC.
invoice-label = Пополнение { $amount }
invoice-coming = Счёт на <b>{ $amount }</b> создаётся и сейчас придёт.
invoice =
    <b>Счёт на { $amount }</b>

    Оплатите его до { $until } UTC. Я сообщу, когда деньги поступят.
no-invoice = { $provider ->
    [stars] Telegram не принял счёт на { $amount } в звёздах, поэтому оплатить его нельзя. Ничего не списано. Начать заново: /topup.
   *[crypto_pay] Crypto Pay не создал счёт на { $amount }, ничего не оплачено. Повторить: /topup.
}
credited = Баланс пополнен на <b>{ $amount }</b>. Посмотреть: /balance.
credited-elsewhere = Ваш платёж зачислен на аккаунт, для которого был выставлен счёт. Сейчас у вас здесь другой аккаунт.
payment-refunded = <b>Ваш платёж на { $amount } возвращён</b>{ $stars ->
    [0] {""}
   *[other] : { stars }
}. { $isCovered ->
    [yes] То, что он добавил на баланс, списано.
   *[no] На балансе не хватило { $uncovered } из того, что он добавил: эта сумма спишется с ближайших поступлений. Остальное списано.
}
uncredited = Ваш платёж пришёл, но не такой, как в счёте, поэтому баланс не пополнен. Платёж сохранён, поддержка уже знает о нём.
checkout-refused = { $reason ->
    [unknown] Этот счёт неизвестен. Получите новый: /topup.
    [paid] Этот счёт уже оплачен. Новый: /topup.
    [expired] Этот счёт устарел. Получите новый: /topup.
    [differing] Сумма этого счёта не та, что должна быть. Получите новый: /topup.
    [of_another] Этот счёт выставлен другому человеку или аккаунту. Получите свой: /topup.
   *[failed] У нас произошла ошибка, ничего не оплачено. Попробуйте ещё раз.
}

## Buying

buy-tier = <b>Что хотите купить?</b>
buy-type =
    <b>Какой тип?</b>

    { $types }
buy-type-button = { $name }, от { $price }
buy-period =
    { $chosen }

    { $isTraffic ->
        [yes] Сколько трафика? Срока у него нет.
       *[no] На какой срок? Цена указана за один прокси.
    }
buy-country =
    { $chosen }

    Какая страна? { $how }
list-country = Нажмите кнопку или введите название либо код.
list-place = Нажмите кнопку или введите часть названия либо код.
list-found = Вот что подходит к «{ $search }».
list-empty = По запросу «{ $search }» ничего не нашлось. Введите, пожалуйста, другое или нажмите кнопку.
list-page = { $page } из { $pages }
buy-quantity =
    { $chosen }

    Сколько прокси? Свободно { $available }. Нажмите кнопку или введите число от 1 до { $most }.
buy-options =
    { $chosen }

    { $options }

    Измените, что нужно, и продолжайте. Всё это можно изменить и потом.
buy-option-button = { $value ->
    [rotating] Каждый раз новый адрес
    [sticky] Сохранять адрес
    [http] HTTP
    [socks5] SOCKS5
   *[both] Оба
}
buy-minutes-button = Сохранять на { minutes }
buy-minutes = На сколько минут сохранять адрес? Нажмите кнопку или введите число от 1 до { $most }.
option-session = { $session ->
    [sticky] Сессия: <b>адрес сохраняется на { minutes }</b>
   *[rotating] Сессия: <b>новый адрес для каждого запроса</b>
}
option-protocol = Протокол: <b>{ protocol }</b>
option-addresses = Адресов: <b>{ $isExact ->
    [yes] { $count }
   *[no] не больше { $count }
}</b>
bad-number = Это не целое число от 1 до { $most }. Введите, пожалуйста, другое, например 1.
press-button = Нажмите, пожалуйста, одну из кнопок.
nothing-on-sale = Сейчас ничего не продаётся. Загляните, пожалуйста, позже.
no-addresses = Всему этому не подходит ни один адрес. Измените место или уберите его часть.
buy-cancelled = Отменено. Ничего не куплено.

## Offers, of a purchase and for an order

offer-price = Цена: <b>{ $price }</b>
offer-coins = Монетами: −{ $worth } за { $coins ->
    [one] { $coins } монету
    [few] { $coins } монеты
   *[other] { $coins } монет
}
offer-charged = К оплате: <b>{ $charged }</b>
offer-missing = На балансе { $balance }: не хватает { $missing }.
buy-offer-left = На балансе { $balance }, после покупки останется { $left }.
buy-offer-earned = За покупку начисляется { coins }.
buy-confirm = Купить за { $charged }
pay-with-coins = Списать { $coins ->
    [one] { $coins } монету
    [few] { $coins } монеты
   *[other] { $coins } монет
}
pay-without-coins = Оплатить без монет
buy-bought = <b>Куплено: заказ { $orderId }</b>
buy-paid = Оплачено: { $charged }{ $coins ->
    [0] {""}
   *[other] {" "}и { coins }
}
buy-balance = Баланс: { $balance }
buy-earned = Вам начислено: { coins }.
buy-failed = <b>Не куплено:</b> { $chosen }
buy-done-already = Это уже куплено: заказ { $orderId }. Второй раз ничего не списано.
buy-old-offer = Это предложение устарело, или его заменило другое. Сейчас ничего не списано; начните заново: /buy.
buy-in-progress = Это ещё выполняется. Чем кончится, я сообщу здесь; второй раз ничего не купится.

extension = { $isTraffic ->
    [yes] Ещё { $volume } для заказа { $orderId }
   *[no] Заказ { $orderId }, ещё { $volume }
}
order-offer-coins = Монетами: { coins }
order-offer-left = На балансе { $balance }, после оплаты останется { $left }.
order-confirm = Оплатить { $charged }
order-paid = Списано { $charged }{ $coins ->
    [0] {""}
   *[other] {" "}и { coins }
}.
order-earned = Начислено: { coins }.
order-renewed = <b>Заказ { $orderId } продлён</b>{ $until }. { $paid }
order-traffic-added = <b>К заказу { $orderId } добавлен трафик:</b> { left }. { $paid }
order-not-extended = { $kind ->
    [renewal] <b>Заказ { $orderId } не продлён.</b>
   *[traffic] <b>К заказу { $orderId } трафик не добавлен.</b>
}
order-done-already = Для заказа { $orderId } это уже сделано. Повторно ничего не списано.
order-old-offer = Это предложение устарело или заменено другим. Этой кнопкой ничего не списано; откройте заказ ещё раз: /orders.
order-in-progress = Это ещё выполняется. Чем кончится, я сообщу здесь; дважды ничего не спишется.

## Access

access-line = В каждой строке хост:порт:логин:пароль.
access-file-line = В каждой строке файла хост:порт:логин:пароль.
gateway-line = Это хост:порт:логин:пароль.
gateway-sticky = Каждый порт { $host } от { $first } до { $last } сохраняет свой адрес на { minutes }: чтобы сменить адрес, возьмите другой порт.
gateway-rotating = Каждый запрос выходит с нового адреса.
gateway-ports = HTTP на порту { $http }, SOCKS5 на порту { $socks5 }.
gateway-try = Проверить:

## Orders

order-heading = <b>Заказ { $orderId }</b>
orders =
    <b>Заказы{ $status }: { $total }</b>{ $page }

    Выберите заказ.
orders-none =
    <b>Заказы</b>

    Здесь пусто. Купить прокси: /buy.
orders-page = страница { $page } из { $pages }
orders-status = { $status ->
    [active] активные
    [expired] закончились
    [paused] на паузе
   *[exhausted] трафик израсходован
}
order-status = { $status ->
    [active] активен
    [expired] закончился
    [paused] на паузе
   *[exhausted] трафик израсходован
}
order =
    { $heading }
    { $what }

    Состояние: { order-status }
    Куплен: { $day } за { $price }
    { $end }
order-end = { $status ->
    [expired] Закончился: { $end } UTC
   *[other] Действует до: { $end } UTC
}
order-traffic =
    Израсходовано: { $used } из { $total }, { left }
    По состоянию на { $measuredAt } UTC
order-quantity = { proxies }
order-proxies =
    Прокси заказа { $orderId } в виде хост:порт:логин:пароль:

    <pre>{ $lines }</pre>
order-proxies-file = Заказ { $orderId }: { proxies } в виде хост:порт:логин:пароль.
order-how-much = Сколько трафика добавить к заказу { $orderId }?
order-how-long = На сколько продлить заказ { $orderId }? Прокси останутся теми же, срок прибавится к нынешнему.{ $status ->
    [expired] {" "}Он уже истёк: новый срок может отсчитываться от его конца.
   *[other] {""}
}
order-gone = Такие прокси, как в заказе { $orderId }, больше не продаются, поэтому добавить к нему ничего нельзя. Он работает до своего конца.
line-format = Строки заказа { $orderId }: в каком виде?
line-count = Сколько строк? У каждой свой порт и поэтому свой выходной адрес. Выберите или введите число от 1 до { $most }.
bad-line-count = Это не целое число от 1 до { $most }. Введите, пожалуйста, другое, например 25.
order-lines =
    Заказ { $orderId }, { lines }:

    <pre>{ $lines }</pre>
order-lines-file = Заказ { $orderId }, { lines }.
bad-format = Настройки заказа разрешают только { protocol }. Выберите другой вид или измените протокол в настройках.
password-sure = Выдать заказу { $orderId } новый пароль? Нынешний сразу перестанет работать во всех ваших программах.
password-set = У заказа { $orderId } новый пароль.
password-line =
    Доступ с новым паролем:

    <code>{ $line }</code>
password-done = Эта кнопка уже сработала или устарела. Что действует сейчас, видно в строках заказа { $orderId }.
week =
    <b>Заказ { $orderId }: последние семь дней</b> (UTC)

    <pre>{ $chart }</pre>
    Всего { $amount }, { $connections ->
        [one] { $connections } соединение
        [few] { $connections } соединения
       *[other] { $connections } соединений
    }.
provider-away = Провайдер не отвечает. Попробуйте, пожалуйста, чуть позже.

## Connection errors

errors-none = За последние семь дней ни одно соединение заказа { $orderId } не было отклонено.
errors = <b>Ошибки соединений заказа { $orderId }</b> за последние семь дней
errors-finding =
    <b>{ $count } × { $code }</b>
    { $code ->
        [NO_RAY] У провайдера не нашлось адреса под фильтры заказа и логина. Ослабьте один из фильтров: кнопки ниже показывают, сколько адресов подойдёт тогда.
        [TRAFFIC_EXHAUSTED] Трафик заказа закончился. Добавьте трафик, и заказ сразу заработает снова.
        [THREADS_EXHAUSTED] Одновременно было открыто больше соединений, чем разрешают потоки заказа. Увеличьте число потоков или открывайте меньше соединений сразу.
        [NO_USER] Логин или пароль был неверным, или их не было, а адрес программы не разрешён. Скопируйте доступ из заказа заново; программам без пароля добавьте их адрес в разрешённые.
        [USER_BLOCKED] Заказ был на паузе. Возобновите его, если он ещё на паузе; иначе обратитесь в поддержку.
        [PORT_NOT_ALLOWED] Программа обратилась по протоколу или порту, который для заказа не разрешён. Соединяйтесь так, как написано в строках заказа, или разрешите оба протокола.
        [HOST_BLOCKED] Сайт заблокирован в заказе или у провайдера. Если он заблокирован в заказе по ошибке, уберите его из списка.
        [SITE_PERMANENTLY_BLOCKED] С этим сайтом провайдер не соединяет никого. Соединяйтесь с ним без прокси: настройки этого не изменят.
        [PORT_BLOCKED] С этим портом сайтов провайдер не соединяет никого. Используйте другой порт, например 443: настройки этого не изменят.
        [NO_HOST_CONNECTION] Сайт был недоступен с выходного адреса. Проверьте имя и порт; если они верны, попробуйте ещё раз: со следующего адреса может получиться.
       *[other] Провайдер отклонил соединения по этой причине. Если это продолжается, обратитесь в поддержку и назовите её.
    }
errors-more = И ещё { $count ->
    [one] { $count } более редкая причина
    [few] { $count } более редкие причины
   *[other] { $count } более редких причин
}.
errors-addresses = Под настройки подходит { $isExact ->
    [yes] {""}
   *[no] не больше{" "}
}{ $count ->
    [one] { $count } выходной адрес
    [few] { $count } выходных адреса
   *[other] { $count } выходных адресов
}.
loosening = { $setting ->
    [country] Любая страна
    [state] Любой регион
    [city] Любой город
    [zip] Любой индекс
    [asn] Любой провайдер
    [excludeAsn] Не исключать провайдеров
    [anonymous] Не только анонимные
    [threads] Больше потоков
    [protocol] Оба протокола
    [blockedHosts] Разблокировать всё
    [allowedIps] Изменить разрешённые адреса
    [paused] Возобновить
   *[other] { setting }
}

## Settings

setting = { $setting ->
    [country] Страна
    [state] Регион
    [city] Город
    [zip] Индекс
    [asn] Провайдер
    [anonymous] Только анонимные адреса
    [session] Сессия
    [stickyMinutes] Минуты сессии
    [protocol] Протокол
    [threads] Потоки
    [excludeAsn] Исключённые провайдеры
    [allowedIps] Разрешённые адреса
    [blockedHosts] Заблокированные сайты
   *[paused] Пауза
}
setting-taken = { $setting ->
    [country] Выберите страну или введите её название или двухбуквенный код.
    [state] Нажмите кнопку или введите часть названия либо код.
    [city] Нажмите кнопку или введите часть названия либо код.
    [zip] Нажмите кнопку или введите часть индекса.
    [asn] Нажмите кнопку или введите часть названия либо номер.
    [session] Выберите вариант.
    [protocol] Выберите вариант.
    [stickyMinutes] Сколько минут строка сохраняет свой выходной адрес. Выберите или введите целое число от 1 до 120.
    [threads] Сколько соединений может быть открыто одновременно. Выберите или введите целое число от 1 до 2 000.
    [allowedIps] Программам с этих адресов не нужен пароль. Введите до 5 IP-адресов, например 203.0.113.7, через пробел или запятую; они заменят нынешние.
    [blockedHosts] К этим сайтам и всему, что под ними, соединений не будет. Введите до 100 имён, например example.com, через пробел или запятую; они заменят нынешние.
   *[other] {""}
}
setting-flaw = • { $entry }{ $setting ->
    [country] в этой стране сейчас нет адресов
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
    [sticky] держится: адрес сохраняется несколько минут
   *[rotating] меняется: новый адрес для каждого запроса
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
places-fixed = Такие прокси больше не продаются, поэтому место изменить нельзя. Заказ работает, как прежде.
setting-same = Менять нечего: { $line }.
settings-applied = Готово: заказ { $orderId } работает с новыми настройками.
setting-refused = <b>{ setting }</b>: так нельзя.
nothing-changed = Ничего не изменилось.
settings-not-changed = Провайдер не принял изменение, настройки остались прежними. Попробуйте, пожалуйста, чуть позже.

## Notices

notices =
    <b>Уведомления</b>

    О низком балансе, пополнениях и возвратах денег я сообщаю всегда. Остальные включаете вы: нажмите, чтобы переключить.
notice-button = { $about }: { $isOn ->
    [yes] вкл.
   *[no] выкл.
}
notice-switch-order_ends = Заказ закончится за сутки
notice-switch-traffic_used = Трафик на 80, 95 и 100 %

## What notices tell, by their kinds

notice-low_balance =
    <b>Баланс низкий: { $balance }.</b>

    Он стал меньше { $threshold }. Пополнить баланс: /topup, изменить порог: /balance.
notice-topped_up = <b>Поступило { $amount }.</b> Баланс: { $balance }.
notice-refunded = <b>На баланс вернулось { $amount }</b>, теперь там { $balance }: оплаченное не удалось выполнить. Что это было, покажет /balance.
notice-order_ends = <b>Заказ { $orderId } скоро закончится</b>: { $endsAt } UTC. При продлении прокси останутся теми же.
notice-traffic_used = { $percent ->
    [100] <b>Трафик заказа { $orderId } закончился.</b> Заказ заработает снова, как только вы добавите трафик.
   *[other] <b>Заказ { $orderId } израсходовал { $percent } % трафика.</b>
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
    }.</b> Покупки там не пройдут, деньги за них вернутся.
}
alert-key = { $isGood ->
    [yes] <b>{ $name } снова принимает наш ключ.</b>
   *[no] <b>{ $name } не принимает наш ключ.</b> Пока его заказы нельзя продлить; покупает другой аккаунт, если он есть.
}
alert-user = { $isGood ->
    [yes] <b>Ключ { $name } — того пользователя, который покупал там раньше.</b>
   *[no] <b>Ключ { $name } — другого пользователя: { $detail }.</b> Там ничего не покупается и не продлевается. Верните аккаунту его ключ, а ключу другого пользователя дайте своё имя.
}
alert-answers = { $isGood ->
    [yes] <b>{ $name } снова отвечает.</b>
   *[no] <b>{ $name } не отвечает.</b> Пока за то, что он делает, деньги не берутся.
}

## Why something is not done, by the kind or the code of the refusal

refusal = { $kind ->
    [out_of_stock] Столько нет в наличии: { free }. Возьмите меньше или выберите другую страну.
    [insufficient_balance] Это стоит { $required }, а на балансе { $balance }. Ничего не списано.
    [price_changed] Цена изменилась: теперь { $price }, а было { $maxPrice }. Ничего не списано.
    [coins_not_payable] Монетами здесь можно оплатить не больше { $payable }. Ничего не списано.
    [reseller_disabled] Ваш аккаунт отключён: { $reason }
    [too_many_keys] Ключей API может быть не больше { $most }. Замените секрет того, который больше не нужен: /keys.
    [secret_replaced] Этот секрет уже заменён, сейчас ничего не изменилось. Если это сделали вы здесь, новый показан выше. Чтобы заменить ещё раз: /keys.
    [too_many_payments] У вас { $most ->
        [one] { $most } неоплаченный счёт
        [few] { $most } неоплаченных счёта
       *[other] { $most } неоплаченных счетов
    }. Оплатите один из них или подождите, пока он устареет.
    [key_not_found] Такого ключа у вас нет. Откройте список ещё раз: /keys.
    [order_not_found] Такого заказа у вас нет. Откройте список ещё раз: /orders.
    [not_luxury] Это не заказ Luxury: у него нет трафика, настроек и строк.
    [not_renewable] Этот заказ больше нельзя продлить: купите новый.
    [unknown_product] Этого больше нет в продаже. Начните заново: /buy.
    [invalid_period] На такой срок это больше не продаётся. Начните заново: /buy.
    [invalid_quantity] Столько в одном заказе купить нельзя.
    [invalid_country] В этой стране таких прокси нет. Выберите другую.
    [invalid_option] Такие настройки не сочетаются. Выберите место ещё раз.
    [provider_error] Провайдер не смог этого сделать, деньги остались у вас. Попробуйте, пожалуйста, чуть позже.
    [request_in_progress] Предыдущее действие ещё выполняется. Нажмите, пожалуйста, ещё раз чуть позже.
   *[other] { $message }
}
