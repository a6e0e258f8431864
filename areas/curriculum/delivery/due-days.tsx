import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatDay } from '@aangan/web/format.ts';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Anchor, Drawer } from '@mantine/core';
import { Link } from 'react-router';
import { sectionPlanContract as contract, type SectionView } from './delivery.contract.ts';
import { dayReasons } from './delivery-states.ts';

/** The days behind the adherence of a section: each opens in the page. */
export function DueDays({ section, onClose }: { section: SectionView['section']; onClose: () => void }) {
  const query = useQuery(contract.days, { sectionId: section.id }, { fresh: 0 });
  const [, , linkTo] = useParam('position');
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={`Days due, ${section.label}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <QueryState query={query}>
        {({ days }) => (
          <ShortTable
            label="Days due"
            rows={[...days].reverse()}
            keyOf={({ dayId }) => dayId}
            minWidth={420}
            columns={[
              { id: 'date', label: 'Date', cell: ({ date }) => (date ? formatDay(date) : '–') },
              {
                id: 'day',
                label: 'Day',
                cell: ({ position, title }) => (
                  <Anchor component={Link} to={linkTo(String(position))} onClick={onClose}>
                    {title ?? `Position ${position}`}
                  </Anchor>
                ),
                second: ({ reason, note }) =>
                  [reason ? dayReasons[reason] : null, note].filter(Boolean).join(' · '),
              },
              {
                id: 'state',
                label: 'Taught',
                cell: ({ state }) =>
                  state ? <StatusTag area="delivery" state={state} /> : <Tag tone="neutral">Not marked</Tag>,
              },
            ]}
          />
        )}
      </QueryState>
    </Drawer>
  );
}
