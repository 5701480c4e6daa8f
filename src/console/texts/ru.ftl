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

## Access

access-title = Доступ
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
access-again-why = Вы вошли больше 15 минут назад. Ключи API и ключи доступа можно менять только вскоре после входа: так никто не воспользуется открытым браузером.
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
key-change = Изменить
key-change-named = Изменить { $name } { $prefix }
key-reissue = Перевыпустить ключ
key-edit = Название и сети
key-enable = Включить
key-disable = Отключить
key-delete = Удалить
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
key-save = Сохранить
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
token-show-all = Показать все ({ $count })
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
token-find-hint = По номеру, адресу прокси или логину. В списке последние из активных.
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
    [createFrontendToken] Создание токена
    [createKey] Создание ключа
    [deleteKey] Удаление ключа
    [endOtherSessions] Завершение остальных сеансов
    [endSession] Завершение сеанса
    [finishPasskeyRegistration] Добавление ключа доступа
    [finishPasskeySignIn] Вход по ключу доступа
    [purchase] Покупка
    [reissueKey] Перевыпуск ключа
    [removePasskey] Удаление ключа доступа
    [renew] Продление
    [resetPassword] Смена пароля
    [revokeFrontendTokens] Отзыв токенов
    [signIn] Вход
    [signOut] Выход
    [startPasskeyRegistration] Запрос ключа доступа
    [startPasskeySignIn] Запрос входа по ключу доступа
    [updateKey] Изменение ключа
    [updateSettings] Изменение настроек
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

statement-title = Выписка
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
statement-all-orders = Все заказы
statement-no-number = Введите номер заказа.
statement-product = Продукт
statement-country = Страна
statement-time = Время
statement-for = Описание
statement-amount = Сумма
statement-balance = Баланс
statement-of-month = { $month }: операции
statement-spent = потрачено { $amount }
statement-spent-hint = Списания за весь месяц за вычетом возвратов
statement-none = Операций пока нет
statement-none-hint = Здесь появятся пополнения, покупки, продления и возвраты с балансом после каждой операции.
statement-nothing = По этим условиям ничего нет
statement-nothing-hint = Выберите другие дни, все типы или все заказы.
statement-older = Показать более ранние
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
# In English the service says these itself. `$words` are its own, such as a reason.
movement-goods = { $product }{ $gb ->
    [0] , { movement-country }{ $days ->
        [0] {""}
       *[other] , { days }
    }, { $quantity } прокси
   *[other] , { $gb }{"\u00A0"}ГБ
}{ $coins ->
    [0] {""}
   *[other] , монеты: { $coins }
}
movement-order-PURCHASE = { movement-goods }
movement-order-RENEWAL = Продление заказа { $id }, { movement-goods }
movement-order-TRAFFIC = Трафик для заказа { $id }, { movement-goods }
movement-order-REFUND = Возврат, не выполнено: { $gb ->
    [0] продление
   *[other] трафик для
} заказа { $id }, { movement-goods }
movement-order-OPERATION_REFUND = Возврат: заказ { $id }, { movement-goods }. { $words }
movement-alone-TOP_UP = Пополнение
movement-alone-PAYMENT_REFUND = { $sign ->
    [minus] Пополнение возвращено плательщику
   *[plus] Возврат пополнения не прошёл, деньги снова на балансе
}
movement-alone-ADJUSTMENT = Корректировка: { $words }
movement-alone-REFUND = Возврат, не выполнено: { $words }
movement-alone-OPERATION_REFUND = Возврат списания. { $words }

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
   *[product] продуктам
}, { $name } и { $before }
sums-transactions = Операции
sums-nothing = За эти дни ничего нет
sums-nothing-hint = Здесь подводится итог покупок, продлений и возвратов.
sums-show-all = Показать все ({ $count })

## For developers

developers-title = Разработчикам
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
