// What a rupee of advertising came to: spend, leads, visits, admissions, collected fee, royalty, down to the child.
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { listLink } from '@aangan/web/list/list-state.ts';
import { type Column, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { InstantText, Money } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Modal, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { childLinkColumn } from '../enquiry/child-column.tsx';
import { type MoneyChild, type MoneySource, moneyFunnelContract } from './money-funnel.contract.ts';

type Figures = Pick<MoneySource, 'leads' | 'visits' | 'admitted' | 'collected' | 'royalty'>;
interface Opened {
  sourceId: string;
  campaign?: string;
  title: string;
}

/** The register of the chosen centre and year: these figures know no other filter. */
const LIST = '/forms/enquiry/list';

/** A source, or one of its campaigns. */
interface MoneyRow extends Figures {
  source: MoneySource;
  campaign: string | null;
}

const rowsOf = (sources: readonly MoneySource[]): MoneyRow[] =>
  sources.flatMap((source) => [
    { ...source, source, campaign: null },
    ...source.campaigns.map((one) => ({ ...one, source, campaign: one.name })),
  ]);

const figure = (id: string, label: string, cell: (row: MoneyRow) => ReactNode): Column<MoneyRow> =>
  textColumn(id, label, (row) => <span className="figures">{cell(row)}</span>, { align: 'end' });

/** The list knows sources alone: a campaign's number is text. */
const listed = (n: number, { source, campaign }: MoneyRow, more: { visited?: true } = {}) =>
  campaign === null ? (
    <Anchor component={Link} to={listLink(LIST, { source: source.id, ...more })} fz="sm">
      {formatCount(n)}
    </Anchor>
  ) : (
    formatCount(n)
  );

const columnsOf = (open: (opened: Opened) => void): Column<MoneyRow>[] => {
  const opener = ({ source, campaign }: MoneyRow, text: ReactNode) => (
    <Anchor
      component="button"
      type="button"
      fz="sm"
      onClick={() =>
        open({
          sourceId: source.id,
          title: campaign === null ? source.label : `${source.label}, ${campaign}`,
          ...(campaign === null ? {} : { campaign }),
        })
      }
    >
      {text}
    </Anchor>
  );
  return [
    textColumn('source', 'Source', ({ source, campaign }) =>
      campaign === null ? (
        <>
          <Text fw={500} fz="sm">
            {source.label}
          </Text>
          <PerRupee one={source} />
        </>
      ) : (
        <Text fz="sm" pl="md" className="quiet">
          {campaign}
        </Text>
      ),
    ),
    figure('spent', 'Spent', ({ source, campaign }) =>
      campaign !== null ? null : source.spent === null ? '–' : <Money paise={source.spent} />,
    ),
    figure('leads', 'Leads', (row) => listed(row.leads, row)),
    figure('visits', 'Visits', (row) => listed(row.visits, row, { visited: true })),
    figure('admitted', 'Admitted', (row) =>
      row.admitted === 0 ? '0' : opener(row, formatCount(row.admitted)),
    ),
    figure('collected', 'Collected', (row) =>
      row.collected === 0 ? '–' : opener(row, <Money paise={row.collected} />),
    ),
    figure('royalty', 'Royalty', (row) => (row.royalty === 0 ? '–' : <Money paise={row.royalty} />)),
  ];
};

export function MoneyFunnel() {
  const query = useQuery(moneyFunnelContract.funnel, {});
  const [opened, setOpened] = useState<Opened | null>(null);
  return (
    <Section
      title="Money by source"
      help="Of the whole year: what was spent, what came of it, and what was collected for the admitted children."
      flush
    >
      <QueryState query={query}>
        {({ sources }) => (
          <ShortTable
            label="Money by source"
            rows={rowsOf(sources)}
            keyOf={({ source, campaign }) => `${source.id} ${campaign ?? ''}`}
            columns={columnsOf(setOpened)}
            minWidth={760}
          />
        )}
      </QueryState>
      {opened && <Children opened={opened} onClose={() => setOpened(null)} />}
    </Section>
  );
}

/** '₹412 a lead, ₹6,180 an admission, ₹31 collected for a rupee'. */
function PerRupee({ one }: { one: MoneySource }) {
  if (one.spent === null || one.spent === 0) return null;
  const each = (n: number) => (n === 0 ? null : Math.round((one.spent ?? 0) / n / 100) * 100);
  const [lead, admission] = [each(one.leads), each(one.admitted)];
  return (
    <Text fz="xs" className="quiet">
      {lead !== null && (
        <>
          <Money paise={lead} /> a lead
        </>
      )}
      {admission !== null && (
        <>
          , <Money paise={admission} /> an admission
        </>
      )}
      {one.collected > 0 && `, ₹${(one.collected / one.spent).toFixed(1)} collected for a rupee`}
    </Text>
  );
}

function Children({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const { sourceId, campaign } = opened;
  const query = useQuery(moneyFunnelContract.children, { sourceId, ...(campaign ? { campaign } : {}) });
  return (
    <Modal opened onClose={onClose} size="lg" title={`Admitted from ${opened.title}`}>
      <QueryState query={query}>
        {({ rows, total }) => (
          <>
            <ShortTable
              label="Children"
              rows={rows}
              keyOf={(row) => row.id}
              columns={[
                childLinkColumn<MoneyChild>(),
                textColumn<MoneyChild>('admittedAt', 'Admitted', (row) =>
                  row.admittedAt ? <InstantText at={row.admittedAt} /> : '–',
                ),
                moneyColumn<MoneyChild>('collected', 'Collected', (row) => row.collected),
                moneyColumn<MoneyChild>('royalty', 'Royalty', (row) => row.royalty),
              ]}
            />
            {total > rows.length && (
              <Text fz="sm" className="quiet">{`The newest ${rows.length} of ${formatCount(total)}.`}</Text>
            )}
            <Button variant="default" mt="md" onClick={onClose}>
              Close
            </Button>
          </>
        )}
      </QueryState>
    </Modal>
  );
}
