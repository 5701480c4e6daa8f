import { balanceCondition, millionths } from '../balance.ts';
import type { OnCondition } from '../condition.ts';
import type { OwnAccount } from '../own-account.ts';
import type { TrafficUpstream } from '../traffic.ts';
import { ownBalanceAnswer } from './answers.ts';
import type { DataImpulseCall } from './api-call.ts';

/** Reads our own traffic, which additions are taken from, and notes it. */
export function createOwnBalance(
  call: DataImpulseCall,
  own: OwnAccount,
  onCondition: OnCondition,
): TrafficUpstream['ownGb'] {
  return async () => {
    const gb = await call('user/balance', {}, ownBalanceAnswer);
    const amount = millionths(gb);
    if (amount === undefined) return gb;
    const balance = { amount, unit: 'GB' };
    own.noteBalance(balance);
    const condition = balanceCondition(balance, own.lowBelow('GB'), String(gb));
    if (condition) onCondition(condition);
    return gb;
  };
}
