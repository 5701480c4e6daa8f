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

## The list of orders

list-title = Заказы
list-buy = Купить прокси
list-not-selected = Больше ничего не выбрано. { $why }
list-empty = Заказов пока нет
list-empty-text = Здесь появятся ваши покупки: из личного кабинета, по API и из чат-бота.
list-buy-first = Купить первый прокси
list-no-match = Ничего не найдено
list-no-match-text = Ни один заказ не подходит под все фильтры. Проверьте номер или уберите часть фильтров.
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
list-renew = Продлить
list-export = Экспорт
list-deselect = Отмена
list-view = Вид
list-select-all = Выбрать все { $count }
list-sort-again = Обновить порядок
list-new = { $isElsewhere ->
    [yes] Обновить:
   *[no] Показать
} { $isMore ->
    [yes] больше { $count } новых заказов
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
filter-number = Номер заказа
filter-number-begins = Начинается с…

## The file of selected orders

export-title = Экспорт: { orders }
export-copy = Копировать
export-download = Скачать
export-saved = Сохранено: { proxies }.
export-copied = Скопировано: { proxies }.
export-not-copied = Браузер не разрешил копирование. Скачайте файл.
export-format = Формат
export-text = Текст, по строке на каждый прокси
export-table = С заказом, видом прокси, страной и сроком
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
renew-stop = Остановить
renew-pay = Продлить { $count } за { $price }
renew-pay-rest = Продлить ещё { $count } за { $price }
renew-none = Ни один из этих заказов нельзя продлить.
renew-add = Продлить на
renew-orders = Заказы на продление
renew-balance = Баланс
renew-balance-now = Баланс сейчас
renew-total = Итого
renew-still = За остальные
renew-not-covered = Баланса хватит не на все заказы: остальные не продлятся, деньги за них не спишутся.
renew-stop-at-refusal = Остановиться на первом отказе
renew-progress = Обработанные заказы
renew-done = Продлено { $done } из { $count } за { $price }{ $failed ->
    [0] {""}
   *[other] , не продлено: { $failed }
}
renew-unsure = На прошлый запрос ответа нет: он повторится, деньги спишутся один раз.
renew-until = До { $end }
renew-renewed-until = Продлён до { $end }
renew-unknown = Ответа нет. { $reason } Деньги спишутся не больше одного раза.
renew-luxury = Закончится вместе с трафиком. Добавить трафик можно на странице заказа.
renew-impossible = Этот заказ больше нельзя продлить. Купите новый.
renew-not-sold = { $days ->
    [0] Сейчас не продаётся ни на какой срок.
   *[other] На { days } сейчас не продаётся.
}

## The overview

overview-title = Обзор
overview-top-up = Пополнить баланс можно { $where }. Деньги сразу появятся здесь.
overview-balance = Баланс
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
overview-order = Заказ { $id }, { $country ->
    [ANY] любая страна
   *[other] { $country }
}{ $count ->
    [1] {""}
   *[other] , { proxies }
}
overview-ends = Закончится { $time }
overview-renew = Продлить…
overview-renew-order = Продлить заказ { $id }
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
