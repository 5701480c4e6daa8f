# What the console says in Russian. How such a file is read is told in en.ftl.

## Amounts and times

usd = { $whole },{ $cents }{"\u00A0"}$
usd-bad = Введите сумму, например 12.50.
bytes-0 = Б
bytes-1 = КБ
bytes-2 = МБ
bytes-3 = ГБ
bytes-4 = ТБ
bytes-exact = { $bytes } Б
now = сейчас
days = { $days ->
    [one] { $days } день
    [few] { $days } дня
   *[other] { $days } дней
}
orders = { $count ->
    [one] { $count } заказ
    [few] { $count } заказа
   *[other] { $count } заказов
}
proxies = { $count } прокси
transactions = { $count ->
    [one] { $count } операция
    [few] { $count } операции
   *[other] { $count } операций
}
coins = { $count ->
    [one] { $count } монета
    [few] { $count } монеты
   *[other] { $count } монет
}

## Words of many pages

any-country = Любая страна
cancel = Отмена
close = Закрыть
retry = Повторить
save = Сохранить
saved = Сохранено.
change = Изменить
delete = Удалить
download = Скачать
renew = Продлить
balance = Баланс
show-all = Показать все ({ $count })
show-older = Показать более ранние
switch-on = Включить
yes = Да
no = Нет
none = Нет
any = Любой

## Colors and language

colors = Цвета
colors-system = Как в системе
colors-light = Светлые
colors-dark = Тёмные
language = Язык · Language

## What is refused, and what fails

flaw = Это значение не подходит. Ответ сервиса: { $message }
unreachable = Сервис недоступен. Проверьте соединение и попробуйте ещё раз.
no-answer = Сервис не ответил. Попробуйте ещё раз.

## An order

order-title = Заказ { $id }
order-unknown = Нет такого заказа
order-not-yours = У вас нет заказа { $id }
order-not-yours-why = Возможно, в номере опечатка или этот заказ в другом аккаунте, не в том, где вы сейчас.
order-all = Все заказы
order-parts = Разделы заказа
order-connect = Доступ
order-traffic = Трафик
order-settings = Настройки
order-paid = Оплата

order-country = Страна при покупке
order-end = { $status ->
    [EXPIRED] Закончился
   *[other] Закончится
}
order-end-at = { $at }{ $isForGood ->
    [yes] , продлить нельзя
   *[no] {""}
}
order-end-traffic = Вместе с трафиком
order-volume = Всего куплено { $gb }{"\u00A0"}ГБ
order-price = Цена при покупке
order-source = { $at }, { $source ->
    [API] по API
    [BOT] в чат-боте
   *[CONSOLE] в личном кабинете
}
order-proxies = { $count ->
    [1] Прокси
   *[other] { proxies }
}

order-host = Хост
order-sticky-ports = Sticky-порты
order-port = Порт { $protocol }
order-login = Логин
check-ask = Работают ли они?
check-works = { $works ->
    [true] Работает
    [false] Не работает
   *[null] Пока неизвестно: спросите ещё раз
}
protocol-change = Перевести на { $protocol }
protocol-ask = Перевести эти прокси на { $protocol }?
protocol-meaning = Это бесплатно, логины и пароли останутся. Порты могут измениться: программам, которые пользуются этими прокси, понадобятся новые строки.
protocol-changed = Теперь прокси работают по { $protocol }.
order-new-password = Новый пароль
order-password-ask = Сменить пароль?
order-password-meaning = У заказа будет новый пароль, а возможно, и новый логин. Программы с прежними данными сразу перестанут подключаться. Если ответ не придёт, пароль можно спокойно сменить ещё раз.
order-password-replace = Сменить
order-password-works = Новый пароль действует
order-password-next = Укажите эти данные в своих программах. Прежние логин и пароль больше не действуют.

order-add-traffic = Добавить трафик
order-pause = Пауза
order-paused = Заказ на паузе: прокси отклоняют подключения.
order-resume = Возобновить
order-resumed = Заказ снят с паузы: прокси принимают подключения.
order-exhausted = Трафик закончился, прокси отклоняют подключения. Добавьте трафик, и заказ сразу заработает с тем же логином и паролем.
order-left = Осталось { $left }
order-used = Израсходовано { $used } из { $total }
order-used-up = Трафик закончился.
order-left-percent = Осталось не больше { $percent }{"\u00A0"}% трафика.

order-paid-in-all = Всего оплачено
order-payments = Операции по заказу { $orderId }
order-payments-all = Все операции по этому заказу
order-payment-for = За что

## What is written on an order

annotation-label = Метка
annotation-label-hint = Как вы называете заказ, до 64 символов. Поиск находит по её началу.
annotation-customer = Клиент
annotation-customer-hint = Для кого заказ: имя или номер, как у вас принято, до 64 символов.
annotation-note = Заметка
annotation-note-hint = До 500 символов.
annotation-none = На этом заказе пока ничего не написано. По метке или клиенту его легко найти.
annotation-edit = Изменить
annotation-edit-heard = Изменить метку, клиента и заметку
annotation-title = Пометки к заказу { $orderId }

## Proxies as lines

lines-list = Список прокси
lines-format = Формат
lines-protocol = Протокол
lines-number = Число прокси, до { $most }
lines-try = Проверка
# What is copied, in words that are the same as subject and as object.
lines-line = прокси { $number }
lines-all = { $count ->
    [1] прокси
   *[other] { proxies }
}
lines-new = новые данные доступа
lines-command = текст команды

## Settings of an order

setting-name = { $name ->
    [paused] Пауза
    [country] Страна
    [state] Регион
    [city] Город
    [zip] Индекс
    [asn] Провайдер
    [excludeAsn] Исключённые провайдеры
    [anonymous] Только анонимные IP
    [session] Сессия
    [stickyMinutes] Sticky-сессия, мин
    [protocol] Протокол
    [threads] Потоки
    [allowedIps] Разрешённые IP
   *[blockedHosts] Заблокированные сайты
}
setting-hint = { $name ->
    [stickyMinutes] Сколько минут держать один IP: от 1 до { $most }.
    [threads] Одновременных подключений: не больше { $most }.
    [allowedIps] Программам с этих IP не нужен пароль. До 5 адресов, по одному в строке.
    [blockedHosts] До 100 сайтов, по одному в строке, вместе с поддоменами.
   *[other] {""}
}
setting-option = { $option ->
    [ROTATING] Ротация: каждый раз новый IP
    [STICKY] Sticky: у каждого порта свой IP
    [BOTH] HTTP и SOCKS5
    [HTTP] Только HTTP
   *[SOCKS5] Только SOCKS5
}
setting-value = { $option ->
    [ROTATING] Ротация
    [STICKY] Sticky
   *[other] { setting-option }
}
setting-addresses = IP-адреса
setting-connections = Подключения
setting-changes = Что изменится
setting-unchanged = Пока ничего не изменено. Изменения бесплатны и действуют сразу.
setting-saved = Сохранено и уже действует.
setting-refused = Ничего не изменилось. Исправьте отмеченные поля и сохраните ещё раз.
setting-discard = Сбросить

## Traffic as it is used

usage-stretch = Период
usage-range = { $range ->
    [hour] Час
    [day] 24 часа
    [week] 7 дней
   *[month] 30 дней
}
usage-words = { $range ->
    [hour] за последний час
    [day] за последние 24 часа
    [week] за последние 7 дней
   *[month] за последние 30 дней
}
usage-step = { $range ->
    [hour] за минуту
    [month] за день
   *[other] за час
}
usage-sum = { $total } { usage-words }, не больше { $most } { usage-step }.
usage-of = Трафик { usage-words }
usage-none = Нет трафика { usage-words }
usage-begin = Укажите в программе прокси из раздела «Доступ» или выполните команду оттуда в терминале: трафик появится здесь через несколько секунд.
usage-before = Трафик, израсходованный раньше, виден за больший период.

## Failed connections

diagnosis-title = Ошибки подключения
diagnosis-again = Проверить снова
diagnosis-none = За последние 7 дней ни одно подключение не было отклонено.
diagnosis-meaning = { $code ->
    [NO_RAY] У поставщика не нашлось IP под фильтры заказа и логина.
    [TRAFFIC_EXHAUSTED] Трафик заказа закончился.
    [THREADS_EXHAUSTED] Одновременно было открыто больше подключений, чем разрешают потоки заказа.
    [NO_USER] Логин или пароль неверный, либо их не было, а IP программы не разрешён.
    [USER_BLOCKED] Заказ был на паузе.
    [PORT_NOT_ALLOWED] Программа использовала протокол или порт, который для заказа не разрешён.
    [HOST_BLOCKED] Сайт заблокирован в заказе или у поставщика.
    [SITE_PERMANENTLY_BLOCKED] К этому сайту поставщик никого не подключает.
    [PORT_BLOCKED] К этому порту сайтов поставщик никого не подключает.
    [NO_HOST_CONNECTION] Сайт был недоступен с выходного IP.
   *[other] Поставщик отклонил подключения по причине { $code }.
}
# `$isMatched`: whether the settings have IPs as they are. `$step`: the setting to change first, or none.
diagnosis-advice = { $code ->
    [NO_RAY] { $isMatched ->
        [yes] Под текущие настройки IP есть. Если ошибки продолжаются, проверьте фильтры, которые ваши программы добавляют к логину.
       *[no] { $step ->
            [none] Ослабьте фильтры, которые ваши программы добавляют к логину, смените страну или попробуйте позже.
            [COUNTRY] Смените страну или ослабьте сразу несколько фильтров.
           *[other] Ослабьте один из фильтров: рядом с кнопками видно, сколько IP тогда подойдёт.
        }
    }
    [TRAFFIC_EXHAUSTED] Добавьте трафик, и заказ сразу заработает снова.
    [THREADS_EXHAUSTED] Увеличьте число потоков или открывайте меньше подключений сразу и закрывайте ненужные.
    [NO_USER] Скопируйте данные доступа из заказа заново: после смены пароля старый не действует. Для программ без пароля добавьте их IP в разрешённые.
    [USER_BLOCKED] Возобновите заказ, если он ещё на паузе. Если нет, а подключения отклоняются, обратитесь в поддержку.
    [PORT_NOT_ALLOWED] Подключайтесь так, как указано в списке прокси, или разрешите оба протокола в настройках.
    [HOST_BLOCKED] Если сайт заблокирован в заказе по ошибке, уберите его из списка. Блокировку поставщика снять нельзя.
    [SITE_PERMANENTLY_BLOCKED] Подключайтесь к нему без прокси: настройки заказа этого не изменят.
    [PORT_BLOCKED] Используйте другой порт, например 443: настройки заказа этого не изменят.
    [NO_HOST_CONNECTION] Проверьте имя и порт сайта. Если они верны, попробуйте ещё раз: со следующего IP может получиться.
   *[other] Попробуйте чуть позже. Если это продолжается, обратитесь в поддержку и назовите эту причину.
}
diagnosis-times = { $count ->
    [one] { $count } раз
    [few] { $count } раза
   *[other] { $count } раз
}
diagnosis-others = Другие варианты
diagnosis-step = { $setting ->
    [COUNTRY] Любая страна
    [STATE] Любой регион
    [CITY] Любой город
    [ZIP] Любой индекс
    [ASN] Любой провайдер
    [EXCLUDE_ASN] Все провайдеры
    [ANONYMOUS] Не только анонимные IP
    [PAUSED] Возобновить заказ
    [PROTOCOL] Разрешить оба протокола
    [ALLOWED_IPS] Изменить разрешённые IP
    [BLOCKED_HOSTS] Изменить список сайтов
   *[THREADS] Увеличить потоки до { $threads }
}
diagnosis-gives = { $addresses ->
    [0] всё равно ни одного IP
   *[other] { $isExact ->
        [yes] {""}
       *[no] до{" "}
    }{ $addresses } IP
}

## What to buy, and the purchase

buy-title = Покупка
buy-product = Прокси
buy-details = Параметры
buy-tier = Категория
buy-type = Тип
buy-type-not-sold = Сейчас этот тип купить нельзя. Выберите другой.
buy-from = от { $price }
buy-from-per-gb = от { $price } за ГБ
buy-per-gb = { $price } за ГБ
buy-find-country = Название или код, например DE
buy-in-stock = { $count ->
    [0] Нет в наличии
   *[other] { $count } в наличии
}
buy-term = Срок
buy-term-and-price = Срок и цена за один прокси
buy-volume = Объём трафика
buy-quantity = Количество
buy-in-one-order = От 1 до { $most } в одном заказе
buy-one-fewer = На один меньше
buy-one-more = На один больше
buy-written = Метка и клиент
watch-title = { $count ->
    [0] Сообщить, когда останется мало
   *[other] Сообщить, когда останется мало ({ $count })
}
watch-why = Сообщим один раз, когда останется меньше, и один раз, когда снова станет столько же: в чате, вебхуком и среди событий.
watch-of = { $product }, { $where }: меньше { $below }
watch-below = { $product }, { $where }: меньше
watch-begin = Сообщить
watch-begun = Сообщим об остатке: { $where }.
watch-end = Больше не сообщать
watch-end-named = Больше не сообщать: { $product }, { $where }
watch-ended = Об остатке больше не сообщим: { $where }.
buy-range = От 1 до { $most }
buy-bad-number = Введите целое число от 1 до { $most }.
buy-choose-country = Выберите страну.
buy-correct = Исправьте отмеченные поля.
buy-nothing-on-sale = В продаже ничего нет
buy-nothing-yet = Пока ничего не выставлено на продажу. Загляните позже.
buy-not-on-sale = Того, что указано в ссылке, больше нет в продаже. Выберите другое.

buy-addresses = IP-адреса
buy-anonymous-addresses = Только анонимные IP
buy-anonymous = Только анонимные
buy-connections = Подключения
buy-session = Сессия
buy-rotating = Ротация
buy-about-rotating = Новый IP на каждый запрос
buy-sticky = Sticky
buy-about-sticky = Свой IP у каждого порта
buy-sticky-for = Sticky, { $minutes }{"\u00A0"}мин
buy-minutes = Sticky-сессия, мин
buy-protocols = Протоколы
buy-protocol = { $name ->
    [HTTP] Только HTTP
    [SOCKS5] Только SOCKS5
   *[BOTH] HTTP и SOCKS5
}
buy-gateway-accepts = Что принимает шлюз
buy-threads = Потоки

buy-choice = Ваш выбор
buy-price = Цена
buy-chat-price = В личном кабинете действует цена API. В чат-боте: { $price }.
buy-balance = Баланс
buy-balance-after = После покупки
buy-balance-short = На балансе не хватает денег.
buy-short = { $count ->
    [0] { $where }: сейчас ничего нет в наличии.
   *[other] { $where }: в наличии только { $count }.
}
buy-take = Взять { $count }
buy-review = Проверить и купить

buy-this = Проверьте заказ
buy-for = Купить за { $price }
buy-not-now = Не сейчас
buy-later = Позже
buy-under-way = Покупаем. Это займёт несколько секунд.
buy-slow = Запрос отправлен, ответа пока нет. Ждать здесь не обязательно: ответ придёт сам, а деньги не спишутся дважды.
buy-was-it = Прошла ли покупка?
buy-lost = { $reason } Неизвестно, прошла ли покупка. Повторный запрос завершит ту же покупку: деньги не спишутся дважды.
buy-left-too-early = Страница закрылась раньше, чем пришёл ответ на покупку.
buy-unanswered = На последнюю покупку ещё нет ответа: неизвестно, прошла ли она.
buy-find-out = Узнать результат
buy-nothing-bought = Ничего не куплено. { $reason }
buy-price-changed = Цена изменилась: была { $before }, теперь { $now }. Ничего не списано. Купите по новой цене или откажитесь.
buy-left-in-stock = { $count ->
    [0] { $where }: всё раскуплено, ничего не списано. Выберите другую страну.
   *[other] { $where }: осталось только { $count }. Ничего не списано. Возьмите меньше или выберите другую страну.
}
buy-not-covered = Это стоит { $price }, а на балансе было { $balance }: не хватает { $missing }. Ничего не списано. Пополните баланс и повторите.
buy-ready = Заказ { $id } готов
buy-is-ready = Заказ { $id } готов.
buy-download = Скачать как…
buy-open-order = Открыть заказ
buy-again = Купить такой же ещё раз
buy-else = Купить что-то другое

about-prem-ipv4 = Личный IPv4-адрес для одного клиента, по HTTP и CONNECT.
about-prem-socks5 = Личный IPv4-адрес для одного клиента, по SOCKS5.
about-econ-ipv4 = IPv4-адрес, которым пользуются не больше трёх клиентов, по HTTP и CONNECT.
about-econ-ipv6 = IPv6-адрес для сайтов с поддержкой IPv6; покупается на срок и не продлевается.
about-tg-socks5 = Общий IPv4-адрес для мессенджеров, по SOCKS5.
about-di-diresi = IP домашнего интернета из всех стран, с оплатой за трафик.
about-di-dipremium = Отобранные домашние IP с лучшей репутацией, с оплатой за трафик.
about-di-dimobile = IP мобильных операторов, с оплатой за трафик.
about-di-didc = Быстрые IP дата-центров, с оплатой за трафик.

## Places and providers

geo-country = Страна
geo-state = Регион
geo-city = Город
geo-zip = Индекс
geo-asn = Провайдер
geo-any-state = Любой регион
geo-any-city = Любой город
geo-any-zip = Любой индекс
geo-any-asn = Любой провайдер
geo-needs-country = Сначала выберите страну
geo-loading = Загрузка…
geo-excluded = Исключённые провайдеры
geo-left-out = Исключены
geo-allow = Снова разрешить { $provider }
geo-counting = Считаем IP…
geo-matches = { $count ->
    [0] Не подходит ни один IP: подключения не пройдут.
    [few] Подходят { $count } IP.
   *[other] Подходит { $count } IP.
}
geo-matches-at-most = Подходит не больше { $count } IP.

## Sign-in

sign-in-title = Вход
sign-in-under-way = Входим…
sign-in-already = Уже вошли в этом браузере? { $link }
sign-in-go-on = Открыть личный кабинет
sign-in-by-passkey = Войти с ключом доступа
sign-in-by-link = Без ключа доступа (passkey) входят по ссылке: она одноразовая и действует 15{"\u00A0"}минут.
sign-in-get-link = Получить ссылку в чат-боте
sign-in-press-start = Нажмите там «Запустить» (Start) и откройте ссылку из ответа.
sign-in-operator = Ссылку может прислать поддержка.
sign-in-operator-too = Прислать ссылку может и поддержка.

## Renewing by itself

auto-renewal-title = Автопродление заказа { $id }
auto-renewal-is-on = Автопродление включено…
auto-renewal-is-off = Автопродление…
auto-renewal-on = Продлевать автоматически
auto-renewal-period = На какой срок продлевать
auto-renewal-most = Не дороже, в долларах США
auto-renewal-most-hint = { $count ->
    [1] Сегодня это стоит { $price }.
   *[other] Сегодня все { $count } прокси стоят { $price }.
} Если выйдет дороже, заказ не продлится, и вы об этом узнаете.
auto-renewal-until = Последний день
auto-renewal-until-hint = Если после продления заказ закончится позже этого дня, он не продлится.
auto-renewal-tries = Попытки: за 48, 24, 6 и 1 час до конца срока и одна после него.

renewals-forecast = Ближайшие 30 дней
renewals-cost = Стоимость
renewals-covered = { $until ->
    [all] При сегодняшних ценах баланса хватит на всё.
    [none] Баланса не хватит на сегодняшние продления. Пополните его.
   *[other] Баланса хватит на продления до { $until }. Пополните его заранее.
}
renewals-chart = Столбец показывает, сколько стоят автопродления за день по UTC; красный, если баланса на них не хватит. Линия показывает остаток баланса, когда он приближается к столбцам.
renewals-day = { $total } ({ $count }), останется { $balance }
renewals-none-due = В эти дни ничего не продлевается
renewals-none-due-text = Включите автопродление ниже: заказ продлится до конца срока, но не дороже, чем вы укажете.
renewals-lost = { $count ->
    [one] { $count } заказ с автопродлением закончится:
    [few] { $count } заказа с автопродлением закончатся:
   *[many] { $count } заказов с автопродлением закончатся:
}
renewals-lost-order = { $order }, { $end }: { $why }
renewals-more-lost = и ещё { $count }
renewals-why = { $code ->
    [price_changed] дороже, чем вы разрешили
    [spending_limit_reached] достигнут лимит расходов
    [insufficient_balance] не хватает баланса
    [until_reached] достигнут последний день
    [not_renewable] заказ нельзя продлить
    [invalid_period] такой срок больше не продаётся
    [unknown_product] таких прокси больше нет в продаже
    [out_of_stock] у поставщика столько нет
   *[provider_error] отказ поставщика
}
renewals-limits = Лимиты расходов
renewals-limits-text = Сколько можно потратить на автопродление за день и за месяц по UTC. То, что вы продлеваете сами, не считается; при 0 ничего не продлевается.
renewals-per-day = За день, в долларах США
renewals-per-month = За месяц, в долларах США
renewals-spent = Уже потрачено: { $amount }.
renewals-no-limit = Без лимита
renewals-save-limits = Сохранить лимиты
renewals-limits-saved = Лимиты сохранены.
renewals-orders = Заказы, которые скоро закончатся
renewals-no-orders = Нет заказов со сроком
renewals-no-orders-text = Здесь будут прокси, купленные на срок.
renewals-ends = Конец срока
renewals-terms = Автопродление
renewals-next = Следующая попытка
renewals-cannot = Нельзя продлить
renewals-on = { $period }, не дороже { $most }
renewals-until = до { $end }
renewals-no-try = В этот срок больше не будет
renewals-change-order = { $isOn ->
    [yes] Изменить
   *[no] Включить
} автопродление заказа { $id }
renewals-more = Показать ещё
renewals-all = Все заказы по сроку

## The list of orders

list-buy = Купить прокси
list-not-selected = Больше ничего не выбрано. { $why }
list-empty = Заказов пока нет
list-empty-text = Здесь появятся ваши покупки: из личного кабинета, по API и из чат-бота.
list-buy-first = Купить первый прокси
list-no-match = Ничего не найдено
list-no-match-text = Ни один заказ не подходит под все фильтры. Проверьте, что введено, или уберите часть фильтров.
list-pages = Страницы списка
list-page = Страница { $page } из { $pages }
list-first = В начало
list-previous = Назад
list-next = Вперёд
list-selected-orders = Выбранные заказы
list-select-page = Выбрать все заказы на странице
list-selected = {" "}{ $count ->
    [one] выбран
   *[other] выбрано
}
list-export = Экспорт
list-deselect = Отмена
list-view = Вид
list-select-all = Выбрать все { $count }
list-sort-again = Обновить порядок
list-new = { $isElsewhere ->
    [yes] Обновить:
   *[no] Показать
} { $isMore ->
    [yes] свыше { $count } новых заказов
   *[no] { $count ->
        [one] { $count } новый заказ
        [few] { $count } новых заказа
       *[other] { $count } новых заказов
    }
}
list-most = За раз можно выбрать не больше { $count ->
    [one] { $count } заказа
   *[other] { $count } заказов
}.
list-caption = Заказы: { $sort }
list-sort = { $sort ->
    [newest] Сначала новые
    [oldest] Сначала старые
    [ends] Скоро закончатся
   *[ended] Давно закончились
}
list-choice = Выбран
list-column-number = Заказ
list-column-status = Статус
list-column-product = Прокси
list-column-country = Страна
list-column-ends = Срок, остаток
list-column-bought = Куплен
list-column-price = Цена
list-select = Выбрать заказ { $id }
list-source = { $source ->
    [API] API
    [BOT] Чат-бот
   *[CONSOLE] Кабинет
}
list-left = ост. { $amount }
list-left-of = { NUMBER($left, maximumFractionDigits: 6) } из { NUMBER($total, maximumFractionDigits: 6) } ГБ
list-dense = Компактные строки
list-columns = Столбцы

## Filters of the list

filter-title = { $count ->
    [0] Фильтры
   *[other] Фильтры ({ $count })
}
filter-clear = Сбросить
filter-clear-heard = Сбросить фильтры
filter-clear-all = Сбросить все фильтры
filter-show = Показать заказы
filter-show-count = Показать { $count }
filter-sort = Сортировка
filter-all = Все
filter-all-of = Все { $name }
filter-ends = Закончится
filter-ends-in = { $days ->
    [0] Когда угодно
    [1] В течение 24 часов
    [one] В течение { $days } дня
   *[other] В течение { $days } дней
}
filter-search = Номер, метка, прокси
filter-search-begins = Начинается с…
filter-customer-exactly = Точно как в заказе

## The file of selected orders

export-title = Экспорт: { orders }
export-copy = Копировать
export-saved = Сохранено: { proxies }.
export-copied = Скопировано: { proxies }.
export-not-copied = Браузер не разрешил копирование. Скачайте файл.
export-text = Текст, по строке на каждый прокси
export-table = С заказом, видом прокси, страной, сроком и вашими пометками
export-lines = Строк на каждый заказ Luxury
export-lines-hint = Каждая sticky-строка держит свой выходной IP. У заказа с ротацией строка одна.
export-bad-lines = Введите целое число от 1 до { $most }.
export-left-out = { $count ->
    [one] { $count } заказ не войдёт
    [few] { $count } заказа не войдут
   *[other] { $count } заказов не войдут
} в файл: эти прокси не работают по такому протоколу.
export-secret = Кто получит этот файл, сможет пользоваться прокси: храните его как пароль.

## Renewing selected orders

renew-title = Продлить { orders }
renew-pay = Продлить { $count } за { $price }
renew-none = Ни один из этих заказов нельзя продлить.
renew-add = Продлить на
renew-total = Итого
renew-not-covered = Баланса хватит не на все заказы: остальные не продлятся, деньги за них не спишутся.

## Jobs over many orders

job-title = { $state ->
    [DONE] Готово
    [CANCELLED] Остановлено
   *[other] Выполняется
}: { $kind ->
    [RENEW] продление заказов
    [PURCHASE] покупка
    [SET_AUTO_RENEW] автопродление
   *[other] изменение заказов
}
job-open = { $kind ->
    [RENEW] Заказы продлеваются…
    [PURCHASE] Заказы покупаются…
   *[other] Заказы изменяются…
}
job-cancel = Остановить
job-progress = Обработанные заказы
job-done = Готово { $done } из { $count } за { $price }{ $failed ->
    [0] {""}
   *[other] , не выполнено: { $failed }
}
job-goes-on = Окно и страницу можно закрыть: всё продолжится.
job-refused = Заказы с отказом

## The overview

overview-top-up = Пополнить баланс можно { $where }. Деньги сразу появятся здесь.
overview-low = Низкий
overview-nothing-left = Покупать и продлевать не на что.
overview-no-pace = За последние 7 дней трат не было.
overview-lasts-long = Хватит больше чем на год
overview-lasts = { $days ->
    [0] Хватит меньше чем на день
   *[other] Хватит примерно на { days }
}, до { $end }
overview-pace = Если тратить как в последние 7 дней.
overview-spent-today = Траты сегодня
overview-spent-month = Траты в этом месяце
overview-spent-last-month = Траты в прошлом месяце
overview-coins = { $amount }: каждая даёт скидку 0,01{"\u00A0"}$ на покупки в чат-боте. Вы получаете монетами { $cashbackPercent }{"\u00A0"}% от своих оплат там и { $referralPercent }{"\u00A0"}% от оплат тех, кого пригласили.
overview-spending = Траты за 30 дней
overview-spent = Потрачено
overview-nothing-spent = За эти дни трат не было
overview-spent-on = Всё, что вы { $buy }, продлите или добавите, появится здесь по дням.
overview-spent-on-buy = купите
overview-ending = Закончатся в течение 7 дней
overview-none-ending = В ближайшие 7 дней ничего не закончится.
overview-of-order = , заказ { $id }
more-proxies = { $count ->
    [1] {""}
   *[other] , { proxies }
}
overview-order = Заказ { $id }, { movement-country }{ more-proxies }
overview-ends = Закончится { $time }
overview-renew = Продлить…
overview-not-renewable = Не продлевается
overview-not-sold = Снят с продажи
overview-more = и ещё { $count }: { $link }
overview-more-ending = показать все
overview-traffic = Остаток трафика
overview-no-traffic = Заказов с трафиком нет. Прокси Luxury оплачиваются по гигабайтам.
overview-more-in = и ещё { $count } в { $link }
overview-active = активных заказах
overview-exhausted = { orders } без трафика
overview-left-of-order = Остаток трафика заказа { $id }
overview-left-of = { $left } из { $total }
overview-of = из { $total }
overview-used-up = израсходован
overview-in-use = используется
overview-activity = Последние операции
overview-transactions = Все операции
overview-no-activity = Пока ничего нет. Здесь появятся покупки, продления и пополнения.
overview-with-order = , заказ { $id }
overview-bought = { $time }, заказ { $id }, куплен { $source ->
    [API] программой
    [BOT] в чат-боте
   *[CONSOLE] в личном кабинете
}
overview-reference = { $time }, номер { $reference }
overview-steps = Первые шаги
overview-pay = Пополните баланс
overview-pay-text = Это можно сделать { $where }. Деньги сразу появятся здесь.
overview-can-pay = Баланс пополнен
overview-can-pay-text = Покупки сразу оплачиваются с него. Пополнить ещё можно { $where }.
overview-buy-first = Купите первый прокси
overview-buy-text = Он заработает через несколько секунд, а цену вы увидите до оплаты.
overview-buy = Купить прокси
overview-programs = Поручите покупки программам
overview-programs-text = Им нужен { $apiKey }, а { $calls } готовы: осталось скопировать.
overview-api-key = ключ API
overview-calls = первые запросы

## The kit

kit-document = { $title } · Личный кабинет
kit-optional = (необязательно)
kit-copy = Скопировать { $what }
kit-copied = Скопировано.
kit-copy-refused = Браузер не дал скопировать { $what }. Выделите текст и скопируйте его сами.
kit-choice = Варианты
kit-loading = Загрузка…
kit-no-match = Ничего не найдено.
kit-matches = Найдено: { $count }. Введите ещё несколько символов, чтобы сузить список.
kit-dropped = Значение «{ $typed }» не принято: { $why ->
    [several] подходит несколько вариантов
    [early] список ещё не загрузился
   *[none] такого варианта нет
}. { $isChosen ->
    [yes] По-прежнему выбрано: { $label }.
   *[no] Ничего не выбрано.
}
kit-table = В виде таблицы
kit-table-label = { $label }, в виде таблицы
kit-from = Начало
kit-status-ACTIVE = Активен
kit-status-PAUSED = На паузе
kit-status-EXHAUSTED = Без трафика
kit-status-EXPIRED = Закончился

## Around the pages

layout-skip = К содержимому страницы
layout-menu = Меню
layout-pages = Разделы
layout-place-overview = Обзор
layout-place-buy = Купить
layout-place-orders = Заказы
layout-place-renewals = Автопродление
layout-place-statement = Выписка
layout-place-access = Доступ
layout-place-webhooks = Вебхуки
layout-place-developers = Разработчикам
layout-zone = Даты и время указаны для часового пояса { $zone }. Наведите курсор на время, чтобы увидеть его по UTC.
layout-support = Поддержка
layout-sign-out = Выйти
layout-not-signed-out = Выйти не получилось. { $failure }
layout-failed = Страницу не удалось показать
layout-failed-lost = Соединение прервалось раньше, чем страница загрузилась. Она откроется сама, когда связь восстановится.
layout-failed-why = На странице произошла ошибка, или вышла её новая версия. Обычно помогает загрузить страницу ещё раз.
layout-reload = Загрузить ещё раз
layout-lost = Нет соединения. На странице данные на { $time }. Подключаемся снова…
layout-busy = Слишком много запросов за минуту. Работа продолжится сама в { $time }.
layout-no-page = Такой страницы нет
layout-no-page-why = Возможно, в адресе опечатка. Все разделы есть в меню.

## The search

search-title = Поиск
search-field = Заказ, прокси, платёж или ключ
search-placeholder = Номер, метка, IP, логин…
search-what = Ищите по номеру заказа, началу его метки, адресу прокси, его логину (среди 1000 последних заказов с неистёкшим сроком), номеру платежа или началу ключа API.
search-waiting = Поиск…
search-none = По запросу «{ $text }» ничего не найдено. { search-what }
search-found = Найдено: { $count }
search-order-facts = { $product }, { movement-country }{ more-proxies }
search-key = Ключ API { $prefix }…

## Passkeys

passkey-at-localhost = Ключам доступа (passkey) нужен адрес с именем: откройте личный кабинет по адресу { $place } и войдите по новой ссылке.
passkey-at-name = Ключам доступа (passkey) нужен адрес с именем: откройте личный кабинет по имени, а не по IP-адресу, и войдите по новой ссылке.
passkey-https = Ключи доступа (passkey) работают только по https.
passkey-unsupported = Этот браузер не поддерживает ключи доступа (passkey).
passkey-exists = На этом устройстве уже есть ключ доступа (passkey) к личному кабинету.
passkey-not-chosen = Ключ доступа (passkey) не выбран, или прошло слишком много времени. Попробуйте ещё раз, когда устройство будет под рукой.
passkey-failed = У браузера не получилось. Попробуйте ещё раз или возьмите другое устройство.

## Paying for an order

charge-once = При повторе деньги спишутся только один раз.
charge-missing = Ответ на прошлый платёж не пришёл. { charge-once }
charge-failed = { $failure } { charge-once }
charge-lost = Нет соединения. Это окно можно закрыть. { charge-once }
charge-later = Позже
charge-ask = Узнать результат
charge-pay = Оплатить { $price }
charge-balance-now = Баланс сейчас
charge-balance-after = Баланс после оплаты
charge-not-covered = На балансе не хватает { $missing }. Пополните его { $where }: деньги сразу появятся здесь.
charge-in-bot = в { charge-bot }
charge-in-bot-or-with = в чат-боте или у того, кто управляет сервисом
charge-in-bot-by = в { $bot } командой /topup
charge-bot = чат-боте
charge-traffic-title = Добавить трафик к заказу { $id }
charge-traffic-volume = Объём
charge-traffic-after = Трафик после оплаты
charge-traffic-added = Трафик добавлен. Осталось { $left }.
renewal-title = Продлить заказ { $id }
renewal-term = { $count ->
    [1] Срок
   *[other] Срок для всех { proxies }
}
renewal-end = Продлится до
# A date ends with a full stop of its own.
renewal-until = Заказ продлён до { $end }
renewal-done = Заказ продлён.

## Refusals of the service by their codes: `$message` is what it says in English

refused-api_disabled = Сервис временно недоступен. Попробуйте чуть позже. Ответ сервиса: { $message }
refused-bulk_job_not_found = Такого задания у вас нет: возможно, оно уже удалено. Обновите страницу.
refused-insufficient_balance = На балансе не хватает денег, ничего не списано. Пополните баланс и повторите.
refused-internal_error = У нас что-то пошло не так. Если вы за что-то платили, сначала проверьте заказы: оплата могла пройти. Потом попробуйте ещё раз.
refused-invalid_country = В этой стране таких прокси нет. Выберите другую.
refused-invalid_json = Запрос слишком большой или дошёл не полностью. Сократите его или попробуйте ещё раз.
refused-invalid_option = Такие настройки не подходят. Измените их и повторите.
refused-invalid_period = Такого срока или объёма в продаже нет. Выберите другой.
refused-invalid_quantity = Столько прокси в одном заказе быть не может. Измените количество.
refused-invalid_request = Сервис не принял запрос. Ответ сервиса: { $message }
refused-invalid_webhook_url = Сервис не может отправлять события на этот адрес. Ответ сервиса: { $message }
refused-ip_not_allowed = С этого IP ключом API пользоваться нельзя. Добавьте IP в разрешённые сети ключа.
refused-key_disabled = Доступ отключён. Ответ сервиса: { $message }
refused-key_not_found = Такого ключа API у вас нет: возможно, он уже удалён. Обновите страницу.
refused-list_not_found = Такого списка у вас нет: возможно, он уже отозван. Обновите страницу.
refused-not_luxury = Это не заказ Luxury: у него нет трафика, настроек, списка прокси и смены пароля.
refused-not_changeable = Протокол этого заказа изменить нельзя: у заказа Luxury он в настройках, а закончившийся сначала продлите.
refused-not_renewable = Этот заказ нельзя продлить. Купите новый, а если это заказ Luxury, добавьте трафик.
refused-order_not_found = Такого заказа у вас нет. Проверьте номер.
refused-other = Сервис отклонил запрос. Ответ сервиса: { $message }
refused-out_of_stock = Столько прокси нет в наличии. Возьмите меньше или выберите другую страну.
refused-passkey_not_found = Такого ключа доступа (passkey) у вас нет: возможно, он уже удалён. Обновите страницу.
refused-price_changed = Цена изменилась, ничего не списано. Проверьте новую цену и подтвердите ещё раз.
refused-provider_error = Поставщик прокси не смог этого сделать, деньги остались у вас. Попробуйте чуть позже.
refused-rate_limited = Слишком много запросов за минуту. Попробуйте чуть позже.
refused-request_in_progress = Предыдущий запрос ещё выполняется. Попробуйте чуть позже.
refused-session_not_found = Такого сеанса нет: возможно, он уже завершён. Обновите страницу.
refused-session_required = По ключу API этого сделать нельзя. Войдите в личный кабинет и сделайте это там.
refused-sign_in_again = Со входа прошло больше 15 минут. Войдите ещё раз ключом доступа (passkey) или по новой ссылке и повторите.
refused-sign_in_refused = Войти не получилось: ссылка уже использована, устарела или неполная, либо ключ доступа (passkey) не принят. Попробуйте ещё раз или получите новую ссылку.
refused-unauthorized = Нужно войти ещё раз.
refused-unknown_product = Этого больше нет в продаже. Выберите другое.
refused-webhook_not_found = Такого вебхука у вас нет: возможно, он уже удалён. Обновите страницу.

## Access

access-name = Название
access-added = Добавлен
access-last-used = Использован
access-not-used = Ещё нет
access-remove = Удалить
access-remove-named = Удалить { $name }
access-passkeys = Ключи доступа (passkey)
access-passkeys-none = Ключей доступа нет
access-passkeys-why = С ключом доступа на этом устройстве вы входите без ссылки.
access-passkey-add = Новый ключ доступа
access-passkey-ask = Создать на устройстве
access-passkey-hint = Например, устройство, на котором он хранится.
access-passkey-added = Ключ доступа добавлен.
access-passkey-remove = Удалить ключ доступа
access-passkey-remove-means = Войти по нему больше не получится, восстановить его нельзя: можно только добавить новый. Начатые по нему сеансы продолжатся, пока их не завершат.
access-passkey-removed = Войти по ключу доступа { $name } больше нельзя.
access-again = Войдите ещё раз
access-again-passkey = Войти по ключу доступа
access-again-chat = Подтвердить в чате
access-again-why = Вы вошли больше 15 минут назад. Менять ключи API и ключи доступа и получать секреты вебхуков можно только вскоре после входа: так никто не воспользуется открытым браузером.
access-again-how = { $way ->
    [chat] Нажмите Start в чате с ботом
   *[link] Возьмите новую ссылку у того, кто управляет сервисом, и откройте её в другой вкладке этого браузера
}{ $passkey ->
    [no] .
   *[yes] {" "}или войдите по ключу доступа.
} После этого страница продолжит с того же места.
access-shown-once = Он показан только сейчас.
access-store-it = Сохраните его там, откуда его возьмут ваши программы: им сможет пользоваться любой, кто его узнает.
access-stored = Сохранено

## API keys

key-list = Ключи API
key-new = Новый ключ
key-none = Ключей API нет
key-why = С ключом ваши программы покупают прокси и управляют ими.
key-head = Ключ
key-state = Статус
key-works = Работает
key-disabled = Отключён
key-from = Разрешённые сети
key-any-address = Любые
key-created = Создан
key-reissued = Перевыпущен { $at }
key-old-secret = { $secret } работает до { $until }
key-used-from = с адреса { $address }
key-change-named = Изменить { $name } { $prefix }
key-reissue = Перевыпустить ключ
key-edit = Название и сети
key-enable = Включить
key-disable = Отключить
key-made = Новый ключ
key-secret-made = Ключ перевыпущен
key-what = ключ
key-disable-named = Отключить { $name }
key-disable-action = Отключить ключ
key-disable-means = Запросы с ним будут отклоняться, пока вы не включите его снова, а токены для сайтов, которые по нему выпущены, перестанут работать.
key-enable-named = Включить { $name }
key-enable-action = Включить ключ
key-enable-means = Программы, у которых есть этот ключ, сразу снова смогут им пользоваться.
key-delete-named = Удалить { $name }
key-delete-action = Удалить ключ
key-delete-means = Восстановить его будет нельзя: программы с этим ключом сразу получат отказ, а токены для сайтов, которые по нему выпущены, перестанут работать. Заказы и баланс не изменятся. Если ключ нужно остановить на время, лучше отключите его.
key-deleted = Ключ { $name } удалён.
key-replace = Перевыпустить
key-stops = Ключ { $prefix }… перестанет работать
key-overlap = { $hours ->
    [0] Сразу
    [1] Через час
    [one] Через { $hours } час
    [few] Через { $hours } часа
   *[other] Через { $hours } часов
}
key-reissue-means = Он перестанет работать во всех программах, а вместе с ним и токены для сайтов, которые по нему выпущены. Если его мог узнать кто-то ещё, замените его сразу. Сети останутся прежними.
key-new-title = Новый ключ API
key-create = Создать ключ
key-edit-named = Изменить { $prefix }…
key-saved = Ключ { $name } сохранён.
key-name-hint = Например, программа, которая будет им пользоваться.
key-from-hint = IP-адреса или сети, например 203.0.113.0/24, через пробел. Пустое поле: любые.

## Frontend tokens

token-list = Токены для сайтов
token-new = Новый токен
token-none = Токенов для сайтов нет
token-why = По токену ваша страница показывает клиентам некоторые заказы, и больше ничего.
token-head = Токен
token-reads = Доступно
token-READ_TRAFFIC = Трафик
token-READ_ORDER = Заказ и настройки
token-READ_PROXIES = Прокси с паролями
token-orders = Заказы
token-pages = Сайты
token-ends = Истекает
token-newest = Здесь последние { $count }, могут быть и другие.
token-revoke = Отозвать
token-revoke-named = Отозвать { $prefix }
token-ended = Токен { $prefix }… отозван.
token-revoke-all = Отозвать все
token-revoke-all-title = Отозвать все токены для сайтов
token-revoke-all-means = Все страницы с токенами сразу перестанут показывать заказы, в том числе по токенам, которых нет в этом списке. Восстановить их нельзя: вашему серверу придётся выпустить новые.
token-all-ended = Все токены отозваны.
token-made = Новый токен
token-what = токен
token-new-title = Новый токен для сайта
token-create = Создать токен
token-find = Найти заказ
token-find-hint = По номеру, метке, адресу прокси или логину. В списке последние из активных.
token-order = { $id } · { $product }, { movement-country }
token-none-found = По этому запросу заказов нет.
token-none-active = Активных заказов нет.
token-may-read = Что доступно
token-pages-hint = Где он используется, например https://shop.example, через пробел.
token-ends-after = Срок действия
token-hours = { $hours ->
    [one] { $hours } час
    [few] { $hours } часа
   *[other] { $hours } часов
}

## Списки прокси

plist-list = Списки прокси
plist-new = Новый список
plist-none = Списков нет
plist-why = По адресу списка программа без ключа загружает ваши активные прокси. Новые заказы попадают в него сами.
plist-head = Список
plist-named = { $count ->
    [one] { $count } заказ
    [few] { $count } заказа
   *[many] { $count } заказов
}
plist-revoke-named = Отозвать { $name } { $prefix }
plist-revoke-title = Отозвать «{ $name }»
plist-revoke-action = Отозвать список
plist-revoke-means = Это окончательно: программы больше ничего по нему не получат. Сами прокси продолжат работать.
plist-revoked = Список «{ $name }» отозван.
plist-new-title = Новый список прокси
plist-create = Создать список
plist-name-hint = Например, программа, которая будет его загружать.
plist-which = В него входят активные заказы, подходящие под всё это, на момент загрузки. Пусто: все.
plist-by-customer = Клиент
plist-by-search = Метка начинается с
plist-by-country = Страна
plist-country-hint = Две буквы, например US; ANY для Luxury.
plist-count = Строк на заказ Luxury
plist-count-hint = От 1 до 1000. У других заказов по строке на каждый прокси.
plist-sticky = У каждой из этих строк выходной адрес сохраняется какое-то время
plist-made = Новый список
plist-store-it = Кто знает адрес, знает логины и пароли. Если его мог узнать кто-то ещё, отзовите список.
plist-form = { $form ->
   *[txt] Строки host:port:login:password
    [url] Строки http://login:password@host:port
    [csv] Таблица (CSV)
    [json] JSON
}
plist-address = адрес ({ $form })

## Sessions

session-list = Сеансы
session-caption = Браузеры, в которых выполнен вход
session-browser = Браузер
session-address = Адрес
session-address-unknown = Неизвестен
session-signed-in = Вход
session-last-change = Последнее действие
session-change = { $mutation ->
    [addTraffic] Добавление трафика
    [bulkPurchase] Покупка списком
    [bulkRenew] Продление списком
    [bulkSetAutoRenew] Автопродление списком
    [bulkUpdateOrders] Изменение записей о заказах
    [cancelBulkJob] Отмена задания
    [createFrontendToken] Создание токена
    [createKey] Создание ключа
    [createProxyList] Создание списка
    [createWebhook] Создание вебхука
    [deleteKey] Удаление ключа
    [deleteWebhook] Удаление вебхука
    [endOtherSessions] Завершение остальных сеансов
    [endSession] Завершение сеанса
    [finishPasskeyRegistration] Добавление ключа доступа
    [finishPasskeySignIn] Вход по ключу доступа
    [purchase] Покупка
    [redeliver] Повторная отправка события
    [redeliverSince] Отправка пропущенных событий
    [reissueKey] Перевыпуск ключа
    [removePasskey] Удаление ключа доступа
    [renew] Продление
    [resetPassword] Смена пароля
    [revokeFrontendTokens] Отзыв токенов
    [revokeProxyList] Отзыв списка
    [rotateWebhookSecret] Замена секрета вебхука
    [sendTestEvent] Отправка тестового события
    [setAutoRenew] Настройка автопродления
    [setSpendingLimit] Лимит автопродлений
    [setProtocol] Смена протокола
    [signIn] Вход
    [signOut] Выход
    [startPasskeyRegistration] Запрос ключа доступа
    [startPasskeySignIn] Запрос входа по ключу доступа
    [unwatchStock] Конец наблюдения за остатком
    [updateKey] Изменение ключа
    [updateOrder] Изменение записей о заказе
    [updateSettings] Изменение настроек
    [updateWebhook] Изменение вебхука
    [watchStock] Наблюдение за остатком
   *[other] { $mutation }
}
session-this = Текущий
session-end = Завершить
session-end-named = Завершить сеанс: { $browser }, { $address ->
    [none] адрес неизвестен
   *[other] { $address }
}
session-ended = Сеанс завершён: { $browser }.
session-end-others = Завершить остальные
session-others-ended = Остальные сеансы завершены.

## Statement

statement-period = Период
statement-all-time = Всё время
statement-this-month = Этот месяц
statement-last-month = Прошлый месяц
statement-this-year = Этот год
statement-last-year = Прошлый год
statement-other-days = Другие дни
statement-first-day = Первый день
statement-last-day = Последний день
statement-backward = Это раньше первого дня, выберите день позже.
statement-kind = Тип
statement-all-kinds = Все типы
statement-order = Заказ
statement-no-number = Введите номер заказа.
statement-product = Прокси
statement-country = Страна
statement-time = Время
statement-for = Описание
statement-amount = Сумма
statement-of-month = { $month }: операции
statement-spent = потрачено { $amount }
statement-spent-hint = Списания за весь месяц за вычетом возвратов
statement-none = Операций пока нет
statement-none-hint = Здесь появятся пополнения, покупки, продления и возвраты с балансом после каждой операции.
statement-nothing = По этим условиям ничего нет
statement-nothing-hint = Выберите другие дни, все типы или все заказы.
statement-shown = { $rest ->
    [hidden] Чтобы увидеть более ранние, выберите последний день пораньше или скачайте их. Показано: { transactions }.
    [some] Показано: { transactions }.
   *[none] Показано: { transactions }, больше нет.
}
statement-download = Скачать CSV
statement-stop = Остановить
statement-so-far = Прочитано: { transactions }
statement-saved = Сохранено: { transactions }, файл { $name }.
statement-no-answer = Сервис не ответил.

## Movements of the balance

movement-PURCHASE = Покупка
movement-RENEWAL = Продление
movement-TRAFFIC = Трафик
movement-REFUND = Возврат
movement-TOP_UP = Пополнение
movement-PAYMENT_REFUND = Возврат пополнения
movement-OPERATION_REFUND = Возврат списания
movement-ADJUSTMENT = Корректировка
movement-reference = Номер { $reference }
movement-country = { $country ->
    [ANY] любая страна
   *[other] { $country }
}
# In English the service says these itself.
movement-goods = { $product ->
    [none] {""}
   *[other] , { $product }
}{ $gb ->
    [0] { $country ->
        [none] {""}
       *[other] , { movement-country }
    }{ $days ->
        [0] {""}
       *[other] , { days }
    }{ $quantity ->
        [0] {""}
       *[other] , { $quantity }{"\u00A0"}прокси
    }
   *[other] , { $gb }{"\u00A0"}ГБ
}{ $coins ->
    [0] {""}
   *[other] , монеты: { $coins }
}
movement-work = { $work ->
    [RENEWAL] Продление заказа { $orderId }{ movement-goods }
    [TRAFFIC] Трафик для заказа { $orderId }{ movement-goods }
    [PURCHASE] Покупка{ movement-goods }
   *[none] Списание
}
movement-of-PURCHASE = { movement-work }
movement-of-RENEWAL = { movement-work }
movement-of-TRAFFIC = { movement-work }
movement-of-REFUND = { $work ->
    [none] Возврат
   *[other] Возврат, не выполнено: { movement-work }
}
movement-of-OPERATION_REFUND = { $work ->
    [none] Возврат списания
   *[other] Возврат: { movement-work }
}. { $reason }
movement-of-TOP_UP = Пополнение{ $way ->
    [stars] {""}, Telegram Stars
    [crypto-pay] {""}, Crypto Pay
   *[other] {""}
}
movement-of-PAYMENT_REFUND = { $sign ->
    [minus] Пополнение возвращено плательщику
   *[plus] Возврат пополнения не прошёл, деньги снова на балансе
}
movement-of-ADJUSTMENT = Корректировка: { $reason }

## Where the money went

sums-title = Куда ушли деньги
sums-title-of = Куда ушли деньги: { $days }
sums-spent = Потрачено { $amount }
sums-line = { $spent }, за { $days } – { $previous }{ $change ->
    [none] {""}
   *[other] {" "}({ $change })
}
sums-by = Группировка
sums-caption = По { $by ->
    [country] странам
    [kind] типам
   *[product] видам прокси
}, { $name } и { $before }
sums-transactions = Операции
sums-nothing = За эти дни ничего нет
sums-nothing-hint = Здесь подводится итог покупок, продлений и возвратов.

## Webhooks

webhook-new = Новый вебхук
webhook-why = О том, что происходит с вашими заказами и балансом, ваш сервер узнаёт за секунду из подписанного сообщения. Постоянно опрашивать сервис не нужно.
webhook-first = Как получать и проверять события
webhook-first-new = Создайте вебхук с адресом вашего сервера и сохраните его секрет: он показывается один раз.
webhook-first-verify = Проверяйте подпись: подписать может только тот, у кого есть секрет. Программа для Node.js, которая делает это по стандарту Standard Webhooks; сначала выполните npm install standardwebhooks и положите секрет в WEBHOOK_SECRET:
webhook-first-test = Отправьте тестовое событие и посмотрите под вебхуком, что из этого вышло.
webhook-first-twice = Отвечайте за 15 секунд любым кодом 2xx, а обработку начинайте после ответа. Что не дошло, отправляется снова в течение трёх суток, поэтому событие может прийти дважды, но с тем же webhook-id. Пропущенные события хранятся 30 дней.
webhook-receiver = код приёмника
webhook-change-named = Изменить { $url }
webhook-edit = Настройки вебхука
webhook-saved = Вебхук сохранён.
webhook-create = Создать вебхук
webhook-address = Адрес
webhook-address-hint = Начинается с https:// и доступен отовсюду.
webhook-types = События; если ничего не отмечено, то все
webhook-description = Описание
webhook-state = { $state ->
    [on] Включён
    [failing] Не доходит
   *[off] Выключен
}
webhook-all-types = Все события
webhook-reason-RESELLER = Вы его выключили. Ничего не отправляется.
webhook-reason-OPERATOR = Его выключил оператор. Ничего не отправляется.
webhook-reason-GONE = Выключен, потому что сервер ответил 410: он больше ничего не ждёт.
webhook-reason-FAILING = Выключен, потому что за пять дней ничего не дошло и были ошибки.
webhook-failing = С { $at } ничего не доходит. После пяти таких дней вебхук выключится.
webhook-held = Сервер просит подождать до { $at }. События отправятся после этого.
webhook-old-secret = До { $at } старый секрет подписывает вместе с новым.
webhook-secret = Секрет вебхука
webhook-secret-what = секрет
webhook-rotate = Новый секрет
webhook-rotate-action = Заменить секрет
webhook-rotate-means = 24 часа подписывают оба секрета, старый и новый: за это время поставьте новый на ваш сервер.
webhook-on-told = Вебхук включён. Что было пропущено, отправит пункт «Это и все следующие» у последнего события, которое дошло.
webhook-off = Выключить
webhook-off-told = Вебхук выключен. Больше ничего не отправится, даже то, что ждёт повтора.
webhook-delete-action = Удалить вебхук
webhook-delete-means = На { $url } больше ничего не отправится, секрет и история отправок исчезнут. Восстановить вебхук будет нельзя.
webhook-test = Отправить тестовое событие
webhook-test-sent = Тестовое событие отправлено.
webhook-since-sent = { $count ->
    [one] Отправляется { $count } событие.
    [few] Отправляются { $count } события.
   *[other] Отправляются { $count } событий.
}
webhook-deliveries-to = Отправки на { $url }
webhook-no-deliveries = Ничего ещё не отправлялось
webhook-no-deliveries-hint = Тестовое событие сразу покажет, всё ли доходит.
webhook-event = Событие
webhook-test-event = Тестовое событие
webhook-result = Результат
webhook-again = Повторить
webhook-again-one = Только это
webhook-again-since = Это и все следующие
webhook-again-named = Повторить { $eventId }
webhook-again-sent = Событие отправлено ещё раз.
webhook-rest = Показаны последние { $count }. Остальные можно прочитать по GraphQL.
webhook-next = { $at }: следующая попытка
# Why an attempt failed, by the word that the service has for it.
webhook-outcome = { $error ->
    [none] Доставлено, { $status }
    [bad_status] Ответ { $status }
    [redirected] Перенаправление, { $status }
    [timed_out] Нет ответа за 15 секунд
    [dns_failed] Неизвестный хост
    [connect_failed] Нет соединения
    [connection_lost] Соединение прервано
    [tls_failed] Сертификат не принят
    [invalid_webhook_url] Адрес не разрешён
   *[other] { $error }
}
webhook-took = { $ms } мс

# Types of events, behind their names.
event-order-created = order.created · покупка
event-order-renewed = order.renewed · продление
event-order-traffic_added = order.traffic_added · добавлен трафик
event-order-settings_changed = order.settings_changed · изменены настройки
event-order-paused = order.paused · пауза
event-order-resumed = order.resumed · снят с паузы
event-order-password_changed = order.password_changed · новый пароль
event-order-protocol_changed = order.protocol_changed · другой протокол
event-order-updated = order.updated · метка, заметка или клиент
event-order-ending = order.ending · за 72 и 24 часа до конца
event-order-ended = order.ended · срок закончился
event-order-exhausted = order.exhausted · трафик закончился
event-order-traffic_used = order.traffic_used · израсходовано 80% и 95% трафика
event-order-renewal_refused = order.renewal_refused · не удалось продлить автоматически
event-purchase-failed = purchase.failed · списание возвращено
event-balance-topped_up = balance.topped_up · пополнение
event-balance-adjusted = balance.adjusted · поправка оператора
event-balance-refunded = balance.refunded · возврат от оператора
event-balance-low = balance.low · ниже порога
event-payment-expired = payment.expired · не оплачен вовремя
event-payment-refunded = payment.refunded · платёж возвращён
event-key-created = key.created · новый ключ API
event-key-reissued = key.reissued · перевыпущен
event-key-disabled = key.disabled · отключён
event-key-enabled = key.enabled · включён
event-key-changed = key.changed · название, сети или лимит
event-key-deleted = key.deleted · удалён
event-list-created = list.created · новый список прокси
event-list-revoked = list.revoked · список отозван
event-bulk-ended = bulk.ended · операция над многими заказами завершена
event-stock-low = stock.low · осталось мало
event-stock-back = stock.back · снова в наличии
event-webhook-disabled = webhook.disabled · выключен другой вебхук
event-webhook-enabled = webhook.enabled · включён другой вебхук

## For developers

developers-places = Для разработчиков
developers-graphiql = GraphiQL
developers-graphiql-use = Пишите запросы, сверяясь со схемой. Они выполняются от вашего имени, без ключа, а изменения настоящие.
developers-guide = Руководство по GraphQL
developers-guide-use = Кэш, графики и токены для ваших сайтов, со схемой и примером.
developers-rest = Справочник по REST
developers-rest-use = Все методы /v1: описание и пробные запросы с ключом.
developers-openapi = OpenAPI
developers-openapi-use = Описание /v1 для генераторов клиентов API.
developers-key = Программы передают ключ API, его можно создать в разделе «{ $access }»; подставьте его вместо { $key }.
developers-code = код примера «{ $title }»
developers-balance = REST: ваш баланс
developers-balance-about = Ключ передаётся в заголовке.
developers-buy = REST: купить прокси
developers-buy-about = Стоимость спишется с баланса. Повторный запрос с тем же Idempotency-Key вернёт тот же ответ и ничего не спишет.
developers-sold = GraphQL: что продаётся и ваши последние заказы
developers-sold-about = Один запрос на всё, что показывает страница.
developers-live = GraphQL: следить за балансом вживую
developers-live-about = Программа для Node.js, сначала выполните npm install graphql graphql-ws ws.
developers-token = Токен для вашего сайта
developers-token-about = Ваш сервер выпускает его по ключу для заказов одного клиента. Страница передаёт его так же, как ключ, читает эти заказы и больше ничего не может. Подставьте номер заказа вместо 1.
