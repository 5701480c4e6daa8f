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

const NAMES = ['perDayUsd', 'perMonthUsd'] as const;

export function LimitsCard({ viewer, onSaved }: LimitsCardProps) {
  const { spendingLimit } = fieldsOf(LIMITS_CARD, viewer);
  /** What was typed; until then what holds. */
  const [typed, setTyped] = useState<{ [Name in (typeof NAMES)[number]]?: string }>({});
  const { busy, refusal, change } = useChange(NAMES);
  const texts = NAMES.map((name) => typed[name] ?? spendingLimit[name] ?? '');
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !texts.every(isLimit)) return;
    const [perDayUsd, perMonthUsd] = texts.map((text) => usdIn(text) ?? null);
    const input = { perDayUsd, perMonthUsd };
    const { done } = await change(SET_SPENDING_LIMIT, { input }, t('renewals-limits-saved'));
    if (!done) return;
    setTyped({});
    onSaved();
  };
  const field = (name: (typeof NAMES)[number], label: string, spentUsd: string, text = '') => (
    <TextField
      label={label}
      hint={t('renewals-spent', { amount: formatUsd(spentUsd) })}
      error={isLimit(text) ? refusal.at[name] : t('usd-bad')}
      placeholder={t('renewals-no-limit')}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={(next) => setTyped({ ...typed, [name]: next })}
    />
  );
  return (
    <Card title={t('renewals-limits')}>
      <form className="grid gap-4" onSubmit={save} noValidate>
        <p className="dim">{t('renewals-limits-text')}</p>
        <ErrorNote message={refusal.above} />
        <div className="fields">
          {field('perDayUsd', t('renewals-per-day'), spendingLimit.spentTodayUsd, texts[0])}
          {field('perMonthUsd', t('renewals-per-month'), spendingLimit.spentThisMonthUsd, texts[1])}
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
