import { useSearchParams } from 'wouter';
import { useFresh, useRefresh } from '../../data/use-fresh.ts';
import { graphql } from '../../generated/index.ts';
import { TIME_ZONE } from '../../kit/figures.tsx';
import { Page } from '../../kit/Page.tsx';
import { t } from '../../texts/texts.tsx';
import { Download } from './Download.tsx';
import { FilterForm, filterFrom, isBackward } from './FilterForm.tsx';
import { Movements, useMovements } from './Movements.tsx';
import { SumsCard } from './SumsCard.tsx';

/** Spending by month of the past ten years. */
const MONTHS = graphql(`
  query StatementMonths($timeZone: String!) {
    viewer {
      id
      balanceUsd
      spending(by: MONTH, last: 120, timeZone: $timeZone) {
        from
        amountUsd
      }
    }
  }
`);

/** Every transaction of the balance, where the money went, and a file of them. The address has the filter. */
export function StatementPage() {
  const [params, setParams] = useSearchParams();
  const filter = filterFrom(params);
  const movements = useMovements(filter);
  const { data, again } = useFresh({ query: MONTHS, variables: { timeZone: TIME_ZONE } });
  useRefresh([data?.viewer.balanceUsd], () => {
    movements.catchUp();
    again();
  });
  return (
    <Page title={t('layout-place-statement')} wide>
      <div className="row wrap start between gap-4">
        <FilterForm filter={filter} onChange={(next) => setParams({ ...next }, { replace: true })} />
        <Download key={JSON.stringify(filter)} filter={filter} />
      </div>
      {!isBackward(filter) && !filter.kind && !filter.order && (
        <SumsCard filter={filter} balanceUsd={data?.viewer.balanceUsd} />
      )}
      {!isBackward(filter) && (
        <Movements movements={movements} months={data?.viewer.spending} isFiltered={params.size > 0} />
      )}
    </Page>
  );
}
