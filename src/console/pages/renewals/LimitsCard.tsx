import { type FormEvent, useState } from 'react';
import { useChange } from '../../data/refusals.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { TextField } from '../../kit/fields.tsx';
import { formatUsd, usdIn } from '../../kit/figures.tsx';
import { Card, ErrorNote } from '../../kit/Page.tsx';
import { t } from '../../texts/texts.tsx';

const LIMITS_CARD = graphql(`
  fragment LimitsCard on Viewer {
    id
    spendingLimit {
      perDayUsd
      perMonthUsd
      spentTodayUsd
      spentThisMonthUsd
    }
  }
`);

const SET_SPENDING_LIMIT = graphql(`
  mutation SetSpendingLimit($input: SetSpendingLimitInput!) {
    setSpendingLimit(input: $input) {
      ... on SetSpendingLimitSuccess {
        viewer {
          ...LimitsCard
        }
      }
      ...Refusal
    }
  }
`);

interface LimitsCardProps {
  viewer: FragmentType<typeof LIMITS_CARD>;
  /** Called when they are saved: a forecast is another one then. */
  onSaved: () => void;
}

/** What renewals by themselves may spend, and have spent. */
export function LimitsCard({ viewer, onSaved }: LimitsCardProps) {
  const { spendingLimit } = fieldsOf(LIMITS_CARD, viewer);
  const { perDayUsd, perMonthUsd, spentTodayUsd, spentThisMonthUsd } = spendingLimit;
  /** What was typed; until then what holds. */
  const [typed, setTyped] = useState<{ day?: string; month?: string }>({});
  const { busy, refusal, change } = useChange(['perDayUsd', 'perMonthUsd']);
  const { day = perDayUsd ?? '', month = perMonthUsd ?? '' } = typed;
  const flawOf = (text: string) => (isLimit(text) ? undefined : t('usd-bad'));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !isLimit(day) || !isLimit(month)) return;
    const input = { perDayUsd: usdIn(day) ?? null, perMonthUsd: usdIn(month) ?? null };
    const { done } = await change(SET_SPENDING_LIMIT, { input }, t('renewals-limits-saved'));
    if (!done) return;
    setTyped({});
    onSaved();
  };
  return (
    <Card title={t('renewals-limits')}>
      <form className="grid gap-4" onSubmit={save} noValidate>
        <p className="dim">{t('renewals-limits-text')}</p>
        <ErrorNote message={refusal.above} />
        <div className="fields">
          <TextField
            label={t('renewals-per-day')}
            hint={t('renewals-spent', { amount: formatUsd(spentTodayUsd) })}
            error={flawOf(day) ?? refusal.at['perDayUsd']}
            placeholder={t('renewals-no-limit')}
            inputMode="decimal"
            autoComplete="off"
            value={day}
            onChange={(text) => setTyped({ ...typed, day: text })}
          />
          <TextField
            label={t('renewals-per-month')}
            hint={t('renewals-spent', { amount: formatUsd(spentThisMonthUsd) })}
            error={flawOf(month) ?? refusal.at['perMonthUsd']}
            placeholder={t('renewals-no-limit')}
            inputMode="decimal"
            autoComplete="off"
            value={month}
            onChange={(text) => setTyped({ ...typed, month: text })}
          />
        </div>
        <div>
          <Button type="submit" busy={busy} disabled={Object.keys(typed).length === 0}>
            {t('renewals-save-limits')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Nothing is no limit. */
function isLimit(text: string): boolean {
  return text.trim() === '' || usdIn(text) !== undefined;
}
