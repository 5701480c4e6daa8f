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
layout-place-statement = Выписка
layout-place-access = Доступ
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
search-placeholder = Номер заказа, IP, логин…
search-what = Ищите по номеру заказа, адресу прокси, его логину (среди 1000 последних заказов с неистёкшим сроком), номеру платежа или началу ключа API.
search-waiting = Поиск…
search-none = По запросу «{ $text }» ничего не найдено. { search-what }
search-found = Найдено: { $count }
search-order = Заказ { $id }
search-order-facts = { $product }, { $country ->
    [ANY] любая страна
   *[other] { $country }
}{ $count ->
    [1] {""}
   *[other] , { proxies }
}
# Only what has a reference is found.
search-movement = { $kind ->
    [TOP_UP] Пополнение
    [PAYMENT_REFUND] Возврат пополнения
    [OPERATION_REFUND] Возврат списания
    [ADJUSTMENT] Корректировка
   *[other] { $description }
}
search-key = Ключ API { $prefix }…
search-disabled = Отключён

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
charge-volume = { $gb }{"\u00A0"}ГБ
charge-traffic-title = Добавить трафик к заказу { $id }
charge-traffic-volume = Объём
charge-traffic-after = Трафик после оплаты
charge-traffic-added = Трафик добавлен. Осталось { $left }.
renewal-button = Продлить
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
refused-insufficient_balance = На балансе не хватает денег, ничего не списано. Пополните баланс и повторите.
refused-internal_error = У нас что-то пошло не так. Если вы за что-то платили, сначала проверьте заказы: оплата могла пройти. Потом попробуйте ещё раз.
refused-invalid_country = В этой стране таких прокси нет. Выберите другую.
refused-invalid_json = Запрос слишком большой или дошёл не полностью. Сократите его или попробуйте ещё раз.
refused-invalid_option = Такие настройки не подходят. Измените их и повторите.
refused-invalid_period = Такого срока или объёма в продаже нет. Выберите другой.
refused-invalid_quantity = Столько прокси в одном заказе быть не может. Измените количество.
refused-invalid_request = Сервис не принял запрос. Ответ сервиса: { $message }
refused-ip_not_allowed = С этого IP ключом API пользоваться нельзя. Добавьте IP в разрешённые сети ключа.
refused-key_disabled = Доступ отключён. Ответ сервиса: { $message }
refused-key_not_found = Такого ключа API у вас нет: возможно, он уже удалён. Обновите страницу.
refused-not_luxury = Это не заказ Luxury: у него нет трафика, настроек, списка прокси и смены пароля.
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
