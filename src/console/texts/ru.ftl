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

order-status = Статус
order-product = Прокси
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
order-bought = Куплен
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
order-new-password = Новый пароль
order-password-ask = Сменить пароль?
order-password-meaning = У заказа будет новый пароль, а возможно, и новый логин. Программы с прежними данными сразу перестанут подключаться. Если ответ не придёт, пароль можно спокойно сменить ещё раз.
order-password-replace = Сменить
order-password-works = Новый пароль действует
order-password-next = Укажите эти данные в своих программах. Прежние логин и пароль больше не действуют.
order-done = Готово

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
# Only the description has the operator's reason for giving money back.
order-payment = { $kind ->
    [PURCHASE] Покупка
    [RENEWAL] Продление
    [TRAFFIC] Трафик
    [REFUND] Возврат, не выполнено
    [OPERATION_REFUND] Возврат. { $description }
   *[other] { $description }
}
order-payment-for = За что
order-payment-time = Время
order-payment-amount = Сумма

## Proxies as lines

lines-list = Список прокси
lines-format = Формат
lines-protocol = Протокол
lines-number = Число прокси, до { $most }
lines-try = Проверка
lines-download = Скачать
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
    [asn] Интернет-провайдер
    [excludeAsn] Исключённые интернет-провайдеры
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
setting-save = Сохранить

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
    [ASN] Любой интернет-провайдер
    [EXCLUDE_ASN] Все интернет-провайдеры
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
