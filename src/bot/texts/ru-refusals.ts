import { CoinsNotPayableError, InsufficientBalanceError } from '../../billing/accounts.ts';
import { OutOfStockError } from '../../catalog/errors.ts';
import type { DomainError, ErrorCode } from '../../kit/errors.ts';
import { TooManyPaymentsError } from '../../payments/payment.ts';
import { PriceChangedError } from '../../purchases/errors.ts';
import { ResellerDisabledError, SecretReplacedError, TooManyKeysError } from '../../resellers/errors.ts';
import { type Html, html } from './html.ts';
import { COUNT, counted, usd } from './ru-formats.ts';

/** Why something is not done. A refusal that has no text here is told in English. */
export function refusalInRussian(error: DomainError): Html {
  if (error instanceof OutOfStockError)
    return html`Столько нет в наличии: свободно ${COUNT.format(error.available)}. Возьмите меньше или выберите другую страну.`;
  if (error instanceof InsufficientBalanceError)
    return html`Это стоит ${usd(error.required)}, а на балансе ${usd(error.balance)}. Ничего не списано.`;
  if (error instanceof PriceChangedError)
    return html`Цена изменилась: теперь ${usd(error.price)}, а было ${usd(error.maxPrice)}. Ничего не списано.`;
  if (error instanceof CoinsNotPayableError)
    return html`Монетами здесь можно оплатить не больше ${COUNT.format(error.payable)}. Ничего не списано.`;
  if (error instanceof ResellerDisabledError) return html`Ваш аккаунт отключён: ${error.reason}`;
  if (error instanceof TooManyKeysError)
    return html`Ключей API может быть не больше ${COUNT.format(error.most)}. Замените секрет того, который больше не нужен: /keys.`;
  if (error instanceof SecretReplacedError)
    return html`Этот секрет уже заменён, сейчас ничего не изменилось. Если это сделали вы здесь, новый показан выше. Чтобы заменить ещё раз: /keys.`;
  if (error instanceof TooManyPaymentsError)
    return html`У вас ${counted(error.most, 'неоплаченный счёт', 'неоплаченных счёта', 'неоплаченных счетов')}. Оплатите один из них или подождите, пока он устареет.`;
  return TEXTS[error.code]?.() ?? html`${error.message}`;
}

const TEXTS: Partial<Record<ErrorCode, () => Html>> = {
  key_not_found: () => html`Такого ключа у вас нет. Откройте список ещё раз: /keys.`,
  order_not_found: () => html`Такого заказа у вас нет. Откройте список ещё раз: /orders.`,
  not_luxury: () => html`Это не заказ Luxury: у него нет трафика, настроек и строк.`,
  not_renewable: () => html`Этот заказ больше нельзя продлить: купите новый.`,
  unknown_product: () => html`Этого больше нет в продаже. Начните заново: /buy.`,
  invalid_period: () => html`На такой срок это больше не продаётся. Начните заново: /buy.`,
  invalid_quantity: () => html`Столько в одном заказе купить нельзя.`,
  invalid_country: () => html`В этой стране таких прокси нет. Выберите другую.`,
  invalid_option: () => html`Такие настройки не сочетаются. Выберите место ещё раз.`,
  provider_error: () =>
    html`Провайдер не смог этого сделать, деньги остались у вас. Попробуйте, пожалуйста, чуть позже.`,
  request_in_progress: () =>
    html`Предыдущее действие ещё выполняется. Нажмите, пожалуйста, ещё раз чуть позже.`,
};
