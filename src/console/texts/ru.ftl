# What the console says in Russian. How such a file is read is told in en.ftl.

## Amounts and times

usd = { $whole },{ $cents }{"\u00A0"}$
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
geo-by-number = По номеру, например 7922; если выбрана страна, то по названию
geo-exclude = Исключить
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
